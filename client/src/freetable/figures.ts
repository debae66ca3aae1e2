// Figures as an engraver cuts them: strokes for a path. A chart has hundreds of them, and a browser that zooms sets every word anew.
import type { Point } from './geometry';

/** The strokes of 0 to 9, upright on a line at 0; a figure is half as wide as high. */
const STROKES: readonly string[] = [
  'M.25 0C.05 0 .05 -.7 .25 -.7S.45 0 .25 0Z',
  'M.12 -.56L.26 -.7L.26 0',
  'M.06 -.55C.1 -.78 .46 -.74 .42 -.48C.4 -.3 .1 -.15 .05 0L.45 0',
  'M.07 -.62C.2 -.78 .45 -.68 .4 -.52C.37 -.4 .25 -.38 .2 -.38C.3 -.38 .45 -.32 .43 -.17C.4 .02 .12 .04 .04 -.1',
  'M.36 0L.36 -.7L.04 -.2L.48 -.2',
  'M.42 -.7L.14 -.7L.1 -.38C.25 -.46 .46 -.38 .44 -.2C.42 .02 .14 .04 .05 -.08',
  'M.4 -.68C.2 -.65 .06 -.4 .06 -.2C.06 .06 .44 .06 .44 -.2C.44 -.42 .16 -.46 .07 -.22',
  'M.05 -.7L.46 -.7C.3 -.45 .2 -.25 .18 0',
  'M.25 -.38C.05 -.42 .08 -.7 .25 -.7S.45 -.42 .25 -.38C.02 -.34 .02 0 .25 0S.48 -.34 .25 -.38Z',
  'M.43 -.5C.36 -.24 .06 -.28 .06 -.5C.06 -.76 .44 -.76 .44 -.5C.44 -.3 .3 -.05 .1 -.02',
];
const WIDE = 0.52;
/** How far figures lean. */
const LEAN = 0.2;

/** A whole number, its middle over a point, as strokes of a path. */
export function engraved(figure: number, { x, y }: Point, size: number): string {
  const digits = [...String(Math.abs(Math.round(figure)))].map(Number);
  const left = x - (digits.length * WIDE * size) / 2;
  return digits.map((digit, n) => STROKES[digit]?.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, across: string, up: string) => {
    const [dx, dy] = [Number(across), Number(up)];
    return `${Math.round(left + (n * WIDE + dx - LEAN * dy) * size)} ${Math.round(y + dy * size)}`;
  })).join('');
}
