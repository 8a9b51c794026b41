import './app.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { i18n } from './lib/i18n/index.svelte.ts';
import { settings } from './lib/settings.svelte.ts';

const target = document.getElementById('app');
if (!target) throw new Error('The page has no place for the application');

await i18n.load(settings.language);
mount(App, { target });
