// The colours of the nations as they fly from a stern, and on a sheet.

/** A flag in stripes and crosses: each part a colour and a path in a frame 20 across and 40 long, hoist at y −4. */
export interface Part {
  readonly ink: 'white' | 'red' | 'blue' | 'gold' | 'dark';
  readonly d: string;
  /** A line of this width, where it is no area. */
  readonly line?: number;
}

const WHOLE = 'M-10 -4Q-12 -16 -10 -26T-11 -44H9Q11 -34 9 -25T10 -4Z';
/** Bands along the fly: `from` and `to` are shares of the hoist from its top. */
const band = (ink: Part['ink'], from: number, to: number): Part => {
  const [a, b] = [-10 + 20 * from, -10 + 20 * to];
  return { ink, d: `M${a} -4Q${a - 2} -16 ${a} -26T${a - 1} -44H${b - 1}Q${b + 1} -34 ${b - 1} -25T${b} -4Z` };
};
/** Bands down the hoist: `from` and `to` are shares of the fly from the staff. */
const upright = (ink: Part['ink'], from: number, to: number): Part => {
  const [a, b] = [-4 - 40 * from, -4 - 40 * to];
  return { ink, d: `M-10.5 ${a}V${b}H9.5V${a}Z` };
};
const bands = (...inks: readonly Part['ink'][]): readonly Part[] => inks.map((ink, i) => band(ink, i / inks.length, (i + 1) / inks.length));
const cross = (ground: Part['ink'], ink: Part['ink']): readonly Part[] => [
  { ink: ground, d: WHOLE },
  { ink, d: 'M0 -4V-44M-10 -17H10', line: 4 },
];

const FLAGS: { readonly [nation: string]: readonly Part[] } = {
  british: [
    { ink: 'white', d: WHOLE },
    { ink: 'red', d: 'M-10 -24H9M0 -4V-44', line: 4 },
    { ink: 'blue', d: 'M-10 -4Q-11 -14 -10.4 -22H-1V-4Z' },
  ],
  american: [...bands('red', 'white', 'red', 'white', 'red'), { ink: 'blue', d: 'M-10 -4Q-12 -12 -10.6 -20H1V-4Z' }],
  french: [
    { ink: 'blue', d: 'M-10 -4Q-12 -12 -11 -17H9Q10 -10 10 -4Z' },
    { ink: 'white', d: 'M-11 -17Q-9 -24 -11 -31H9Q8 -24 9 -17Z' },
    { ink: 'red', d: 'M-11 -31Q-12 -38 -11 -44H9Q11 -38 9 -31Z' },
  ],
  spanish: [{ ink: 'gold', d: WHOLE }, band('red', 0, 0.25), band('red', 0.75, 1)],
  dutch: bands('red', 'white', 'blue'),
  danish: cross('red', 'white'),
  swedish: cross('blue', 'gold'),
  russian: [{ ink: 'white', d: WHOLE }, { ink: 'blue', d: 'M-10 -4L9 -44M10 -4L-11 -44', line: 4 }],
  turkish: [{ ink: 'red', d: WHOLE }, { ink: 'white', d: 'M-4 -18A7 7 0 1 0 -4 -30A5.4 5.4 0 1 1 -4 -18Z' }],
  barbary: [...bands('red', 'gold', 'red', 'gold', 'red')],
  allied: bands('white', 'blue', 'white'),
  venetian: [{ ink: 'red', d: WHOLE }, { ink: 'gold', d: 'M-6 -12H5V-28H-6Z' }],
  union: [...bands('red', 'white', 'red', 'white', 'red'), { ink: 'blue', d: 'M-10 -4Q-12 -12 -10.6 -20H1V-4Z' }],
  confederate: [...bands('red', 'white', 'red'), { ink: 'blue', d: 'M-10 -4Q-12 -12 -10.6 -20H3V-4Z' }],
  austrian: bands('red', 'white', 'red'),
  italian: [upright('dark', 0, 1 / 3), upright('white', 1 / 3, 2 / 3), upright('red', 2 / 3, 1)],
  peruvian: [upright('red', 0, 1 / 3), upright('white', 1 / 3, 2 / 3), upright('red', 2 / 3, 1)],
  chilean: [...bands('white', 'red'), { ink: 'blue', d: 'M-10 -4Q-12 -12 -10.6 -18H-0.5V-4Z' }],
  chinese: [{ ink: 'gold', d: WHOLE }, { ink: 'blue', d: 'M-5 -10Q6 -16 -2 -24T4 -38', line: 4 }],
  japanese: [{ ink: 'white', d: WHOLE }, { ink: 'red', d: 'M-6.5 -24A6.5 6.5 0 1 0 6.5 -24A6.5 6.5 0 1 0 -6.5 -24Z' }],
  german: bands('dark', 'white', 'red'),
  blue: [{ ink: 'blue', d: WHOLE }],
  red: [{ ink: 'red', d: WHOLE }],
};

/** What flew before: to which year, and which flag. */
const EARLIER: { readonly [nation: string]: { readonly before: number; readonly flag: readonly Part[] } } = {
  french: { before: 1790, flag: [{ ink: 'white', d: WHOLE }] },
  spanish: { before: 1785, flag: [{ ink: 'white', d: WHOLE }, { ink: 'red', d: 'M-4 -14H4V-24L0 -29L-4 -24Z' }, { ink: 'gold', d: 'M-2 -16H2V-22H-2Z' }] },
};

/** The flag of a nation in a year; the latest where no year is known. */
export function flagOf(nation: string, year: number | null = null): readonly Part[] {
  const earlier = EARLIER[nation];
  if (earlier && year !== null && year < earlier.before) return earlier.flag;
  return FLAGS[nation] ?? [{ ink: 'white', d: WHOLE }];
}
