// Search over all pages, in the browser: the words of a question must all stand in a piece of a page.
const root = document.currentScript.dataset.root;
const asked = document.getElementById('search');
const found = document.getElementById('found');
const list = document.querySelector('details.list');
const wide = matchMedia('(min-width: 68rem)');
const follow = () => { list.open = wide.matches; };
wide.addEventListener('change', follow);
follow();
let pieces;

function shown(title, href, words) {
  const link = document.createElement('a');
  link.href = href;
  link.textContent = title;
  if (words) link.append(Object.assign(document.createElement('small'), { textContent: words }));
  return link;
}

async function search() {
  const words = asked.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = !words.length;
  if (!words.length) return;
  pieces ??= await fetch(root + 'search.json').then((answer) => answer.json());
  const seen = new Map();
  for (const [path, title, text] of pieces) {
    const low = text.toLowerCase();
    if (!words.every((word) => low.includes(word) || title.toLowerCase().includes(word))) continue;
    const named = words.every((word) => title.toLowerCase().includes(word));
    const at = Math.max(0, low.indexOf(words[0]) - 60);
    const best = seen.get(path);
    if (!best) seen.set(path, { title, words: text.slice(at, at + 180), rank: named ? 0 : 1, count: 1 });
    else best.count += 1;
  }
  const best = [...seen].sort((a, b) => a[1].rank - b[1].rank || b[1].count - a[1].count).slice(0, 12);
  found.replaceChildren(...best.map(([path, one]) => shown(one.title, root + path, one.words)));
  if (!best.length) found.textContent = `Nothing has ${asked.value}. Try one word alone.`;
}

asked.addEventListener('input', search);
asked.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { asked.value = ''; search(); }
  if (event.key === 'Enter') found.querySelector('a')?.click();
});
