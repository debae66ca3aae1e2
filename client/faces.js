// Cuts each face of fonts.css to what its @font-face says: the characters of `unicode-range`, the weights of `font-weight`.
// What no page would show of a file is then not fetched with it. The cut file lies beside the whole one, in its package.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subset from 'subset-font';

/** What the pages and their letters ask of a face: accents, ligatures, kerning, and figures of both kinds. No swashes, no fractions. */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'onum', 'pnum', 'rlig', 'rvrn', 'tnum', 'c2sc', 'smcp'];
const FACE = /@font-face\s*\{[^}]*\}/g;

/** The one part of an @font-face that fits; a face without it cannot be cut, and ends the build. */
function part(face, pattern) {
  const found = pattern.exec(face);
  if (!found) throw new Error(`fonts.css: a face needs ${pattern} to be cut by, and this has none:\n${face}`);
  return found;
}

/** Every character of a `unicode-range`. */
export function characters(range) {
  return range.split(',').flatMap((piece) => {
    const ends = /^U\+([0-9A-F]+)(?:-([0-9A-F]+))?$/.exec(piece.trim());
    if (!ends) throw new Error(`fonts.css: "${piece.trim()}" is no range of characters: write U+0041 or U+0041-005A`);
    const [from, to] = [ends[1], ends[2] ?? ends[1]].map((digits) => parseInt(digits, 16));
    return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n));
  }).join('');
}

async function cut(face, packages) {
  const [, folder, name] = part(face, /url\('([^']+\/)([^'/]+)\.woff2'\)/);
  const [, min, max] = part(face, /font-weight: (\d+)(?: (\d+))?;/).map((weight) => (weight === undefined ? null : Number(weight)));
  // A face of one weight is fixed at it, and does not vary any more.
  const wght = max === null ? min : { min, max };
  const text = characters(part(face, /unicode-range: ([^;]+);/)[1]);
  const whole = await readFile(join(packages, folder, `${name}.woff2`));
  const mark = createHash('sha256').update(whole).update(JSON.stringify([wght, FEATURES, text])).digest('hex').slice(0, 8);
  const file = join(packages, folder, `${name}-${mark}.woff2`);
  if (!existsSync(file)) {
    const made = await subset(whole, text, { targetFormat: 'woff2', keepFeatures: FEATURES, variationAxes: { wght } });
    await writeFile(`${file}.part`, made);
    await rename(`${file}.part`, file);
  }
  return face.replace(`${name}.woff2`, `${name}-${mark}.woff2`);
}

export function faces() {
  let packages;
  return {
    name: 'faces',
    enforce: 'pre',
    configResolved(config) {
      packages = join(config.root, 'node_modules');
    },
    async transform(css, id) {
      if (!/\/fonts\.css$/.test(id.split('?')[0])) return null;
      const found = css.match(FACE) ?? [];
      const pieces = await Promise.all(found.map((face) => cut(face, packages)));
      return { code: css.replace(FACE, () => pieces.shift()), map: null };
    },
  };
}
