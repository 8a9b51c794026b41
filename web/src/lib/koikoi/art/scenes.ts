import type { KoiKoiCard } from '../../net/messages.ts';
import { boar, butterfly, deer, drum, frog } from './figures/beasts.ts';
import { cuckoo, goose, swallow, warbler } from './figures/birds.ts';
import { crane } from './figures/crane.ts';
import { phoenix } from './figures/phoenix.ts';
import { rainMan } from './figures/rainMan.ts';
import { bolt, bridge, clouds, crescent, curtain, rain, sakeCup, stream } from './figures/things.ts';
import { at, disc, shape } from '../../drawing/pen.ts';
import { INK } from './ink.ts';
import * as cherry from './plants/cherry.ts';
import * as chrysanthemum from './plants/chrysanthemum.ts';
import * as clover from './plants/clover.ts';
import * as iris from './plants/iris.ts';
import * as maple from './plants/maple.ts';
import * as pampas from './plants/pampas.ts';
import * as paulownia from './plants/paulownia.ts';
import * as peony from './plants/peony.ts';
import * as pine from './plants/pine.ts';
import * as plum from './plants/plum.ts';
import * as willow from './plants/willow.ts';
import * as wisteria from './plants/wisteria.ts';
import { AKAYOROSHI, MIYOSHINO, type Poem, ribbon } from './ribbon.ts';

export type Scene = { ground?: string; draw: () => string };

/** The lights stand before a golden evening, so that one finds them at a glance. */
const GLOW = '#f3dc9e';
const SLANT = { turn: 5 };

const hang = (x: number, y: number, sort: 'poem' | 'red' | 'blue', poem?: Poem) =>
  at(x, y, ribbon(sort, poem), SLANT);

/** What is drawn on each card, from back to front. */
export const SCENES: Record<KoiKoiCard, Scene> = {
  '1L': { ground: GLOW, draw: () => disc(132, 92, 62, INK.vermilion) + pine.low() + crane() },
  '1R': { draw: () => pine.beside() + hang(106, 20, 'poem', AKAYOROSHI) },
  '1a': { draw: pine.leaning },
  '1b': { draw: pine.standing },

  '2A': {
    draw: () =>
      clouds([[14, 120], [30, 70]], [[46, 60]]) +
      plum.arching() +
      at(96, 206, warbler(), { size: 1.08 }) +
      plum.archingBlossoms(),
  },
  '2R': { draw: () => plum.forked() + hang(104, 20, 'poem', AKAYOROSHI) },
  '2a': { draw: plum.crooked },
  '2b': { draw: plum.rising },

  '3L': { ground: GLOW, draw: () => cherry.overhead() + curtain(186) },
  '3R': { draw: () => cherry.beside() + hang(100, 18, 'poem', MIYOSHINO) },
  '3a': { draw: cherry.climbing },
  '3b': { draw: cherry.round },

  '4A': {
    draw: () =>
      clouds([[284, 110], [300, 60]], [[206, 40]]) +
      at(152, 204, crescent(42, INK.gold), { flip: true }) +
      wisteria.brief() +
      at(86, 258, cuckoo()),
  },
  '4R': { draw: () => wisteria.beside() + hang(106, 78, 'red') },
  '4a': { draw: wisteria.long },
  '4b': { draw: wisteria.wide },

  '5A': { draw: () => clouds([[16, 44]], [[16, 60], [32, 30]]) + iris.behindTheBridge() + iris.water(206) + bridge() },
  '5R': { draw: () => iris.beside() + hang(104, 20, 'red') },
  '5a': { draw: iris.pair },
  '5b': { draw: iris.tall },

  '6A': {
    draw: () =>
      clouds([[16, 60]], [[16, 40], [32, 80]]) +
      peony.low() +
      at(64, 92, butterfly(), { turn: -24 }) +
      at(140, 120, butterfly(INK.straw, INK.indigo), { turn: 28, size: 0.84 }),
  },
  '6R': { draw: () => peony.beside() + hang(96, 20, 'blue') },
  '6a': { draw: peony.grand },
  '6b': { draw: peony.twin },

  '7A': {
    draw: () =>
      clouds([[16, 110], [32, 60]], [[54, 70]]) +
      clover.roof() +
      shape('M0 302Q100 290 200 302V330H0Z', INK.straw) +
      at(108, 308, boar(), { size: 1.02 }),
  },
  '7R': { draw: () => clover.beside() + hang(96, 20, 'red') },
  '7a': { draw: clover.fountain },
  '7b': { draw: clover.leaning },

  '8L': {
    ground: INK.vermilion,
    draw: () => disc(104, 104, 66, INK.white) + pampas.crestReeds(196, INK.sumi) + pampas.hill(196),
  },
  '8A': {
    draw: () =>
      clouds([[16, 70], [32, 40]], [[188, 60]]) +
      pampas.crestGrass(236, INK.gold) +
      pampas.hill(236) +
      at(136, 60, goose()) +
      at(82, 104, goose()) +
      at(138, 150, goose()),
  },
  '8a': { draw: pampas.tall },
  '8b': { draw: pampas.windy },

  '9A': {
    draw: () => clouds([[16, 60], [32, 30]], [[24, 50]]) + chrysanthemum.high() + at(104, 232, sakeCup()),
  },
  '9R': { draw: () => chrysanthemum.beside() + hang(92, 18, 'blue') },
  '9a': { draw: chrysanthemum.grand },
  '9b': { draw: chrysanthemum.three },

  '10A': { draw: () => clouds([[16, 70]], []) + maple.canopy() + at(96, 308, deer()) },
  '10R': { draw: () => maple.beside() + hang(100, 18, 'blue') },
  '10a': { draw: maple.rising },
  '10b': { draw: maple.falling },

  '11L': {
    ground: GLOW,
    draw: () =>
      stream() +
      willow.strands([[184, 240, -6], [160, 130, 4], [24, 130, -10], [196, 200, 0]]) +
      at(10, 0, rainMan()) +
      at(42, 284, frog(), { size: 0.95 }),
  },
  '11A': {
    draw: () =>
      clouds([[16, 50], [32, 90]], [[60, 60]]) +
      willow.strands([[26, 250, -10], [60, 290, 6], [160, 200, 10], [184, 280, -6], [96, 160, 4]]) +
      at(100, 176, swallow(), { size: 1.04 }),
  },
  '11R': {
    draw: () =>
      willow.strands([
        [22, 240, -10], [56, 290, 10], [98, 270, -8], [142, 296, 10], [178, 260, -8],
      ]) + hang(102, 40, 'red'),
  },
  '11a': {
    ground: INK.vermilion,
    draw: () =>
      shape('M0 0H200V90C180 120 160 90 140 110S100 130 80 108S30 130 0 100Z', INK.sumi) +
      rain(INK.straw) +
      willow.strands([[164, 250, 6], [186, 290, -6], [24, 150, -6]]) +
      at(110, 150, bolt()) +
      at(58, 250, drum(44)),
  },

  '12L': { ground: GLOW, draw: () => paulownia.crest(100, 288, 0.8) + at(0, 2, phoenix()) },
  '12a': { draw: () => paulownia.crest(100, 206, 1.2) },
  '12b': { draw: paulownia.leaning },
  '12c': {
    draw: () => shape('M0 262Q50 246 100 262T200 262V330H0Z', INK.gold) + paulownia.crest(100, 214, 1.12),
  },
};
