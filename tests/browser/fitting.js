// Text that is cut on purpose says where the whole of it is: `data-more`, or a title.
([during, width]) => {
  const found = new Set();
  const page = document.documentElement;
  const name = e => e.tagName.toLowerCase() + [...e.classList].filter(c => !c.startsWith('svelte-')).map(c => '.' + c).join('');
  const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  if (page.scrollWidth > width) found.add(`the page is ${page.scrollWidth} wide`);
  if (during && page.scrollHeight > innerHeight) found.add(`the page is ${page.scrollHeight} tall`);
  const main = document.querySelector('dialog[open]') ?? document.querySelector('main');

  const scrolls = e => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY);
  for (const e of during ? [main, ...main.querySelectorAll('*')] : []) {
    if (!seen(e) || e.closest('.side, .visually-hidden, [aria-hidden=true], [data-transcript], [data-more]')) continue;
    if (scrolls(e)) found.add(`${name(e)} scrolls by ${e.scrollHeight - e.clientHeight}`);
    const box = e.getBoundingClientRect();
    if (box.width && box.height && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1))
      found.add(`${name(e)} leaves the window`);
  }

  const blocks = [...main.querySelectorAll('.felt > .top, .board > *, .others > .hand, .own, .felt > .mine > *')]
    .filter(e => during && seen(e) && e.getBoundingClientRect().height);
  blocks.forEach((a, at) => blocks.slice(at + 1).forEach(b => {
    if (a.contains(b) || b.contains(a)) return;
    const [x, y] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const across = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const down = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (across > 1 && down > 1) found.add(`${name(a)} lies over ${name(b)} by ${Math.round(down)}`);
  }));

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, holder = text.parentElement;
    if (!text.data.trim() || !seen(holder)) continue;
    if (holder.closest('[aria-hidden=true], .visually-hidden, [data-more], [title], option, noscript')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    for (let e = holder; e && e !== document.body; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.clipPath !== 'none' || (e.clientWidth <= 1 && e.clientHeight <= 1)) break;
      if (style.overflowX === 'visible') continue;
      const clip = e.getBoundingClientRect();
      const scrolled = /auto|scroll/.test(style.overflowY);
      if (box.left < clip.left - 1 || box.right > clip.right + 1 || (!scrolled && box.bottom > clip.bottom + 2))
        found.add(`"${text.data.trim().slice(0, 40)}" is cut off in ${name(e)}`);
      if (scrolled) break;
    }
  }
  return [...found];
}
