// Orders in the making: which listed action leads where, what belongs together in a list, and what routine costs one click.
import type { Action, Choice, Choices } from '../../api/types';
import { actionKey } from '../../table/log';
import { called, lettered, pieceOf, pieces, placeName } from './fleet';
import type { View } from '../../served/sealords';

export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Actions that are given where a formation, an auxiliary or a battle goes to. */
const GOALS: { readonly [type: string]: string } = {
  move: 'to', beat: 'to', catch: 'to', plot: 'to', withdraw: 'to', decoy: 'place', send: 'place', attack: 'place', assignauxiliary: 'base', changerole: 'base', basepirate: 'base',
};

/** The location that an action leads to, where it leads to one. */
export function goalOf(action: Action): string | null {
  return text(action[GOALS[action.type] ?? '']);
}

/** Whom an order is for: the formation, auxiliary, order, squadron or leader it names; null for a whole side. */
export function subjectOf(action: Action): string | null {
  for (const field of ['formation', 'aux', 'auxiliary', 'order', 'squadron', 'leader']) {
    const found = text(action[field]);
    if (found) return found;
  }
  return null;
}

export interface Goal {
  readonly location: string;
  readonly choices: readonly Choice[];
}

/** Where the listed actions lead, each place with the ways to get there. Actions that stay are left out. */
export function goalsOf(choices: Choices): readonly Goal[] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices.actions) {
    const goal = goalOf(choice.action);
    if (goal) found.set(goal, [...(found.get(goal) ?? []), choice]);
  }
  return [...found].map(([location, some]) => ({ location, choices: some }));
}

/** A goal on the chart: a base may be a formation, which lies somewhere. */
export function spotOf(view: View, goal: string): string {
  return pieces(view).find((one) => one.id === goal)?.place ?? goal;
}

const WAYS: { readonly [type: string]: readonly [cost: string, words: string] } = {
  move: ['1 MP', 'with the wind'], beat: ['2 MP', 'beat up'], catch: ['1 MP', 'catch the wind'], plot: ['', 'plot'], withdraw: ['', 'withdraw'], decoy: ['', 'dummy'], attack: ['', 'attack'],
};

/** What an action costs and how it goes, as the mark on the chart says it. */
export function wayOf(action: Action): { readonly cost: string; readonly words: string } {
  if (action.type === 'send') return { cost: '', words: String(action['task']).replaceAll('_', ' ') };
  const [cost, words] = WAYS[action.type] ?? ['', ''];
  return { cost, words };
}

/** The next of several actions that lead to one place: the first, or the one after that which is drafted. */
export function nextOf(goal: Goal, drafted: Action | null): Action | null {
  const now = drafted ? goal.choices.findIndex(({ action }) => actionKey(action) === actionKey(drafted)) : -1;
  return goal.choices[(now + 1) % goal.choices.length]?.action ?? null;
}

// ---- lists -------------------------------------------------------------------------------------------------------

/** What kind of decision an action is, as the heading over its like. */
const KINDS: { readonly [type: string]: string } = {
  move: 'Go', beat: 'Beat up against the wind', catch: 'Try to catch the wind', plot: 'Lay down a direction', marktime: 'Stay', driveoff: 'Drive off', decoy: 'Place a dummy', closewith: 'Close with it',
  send: 'Send on a task', screen: 'Screen', recall: 'Recall', changerole: 'Change its base', hireknights: 'Knights of Malta', basepirate: 'Base pirates',
  attack: 'Attack', engage: 'Engage', calloff: 'Call it off', withdraw: 'Withdraw', reinforce: 'Bring up', placeleader: 'Place the leader', sendfireship: 'Send a fireship', fight: 'Intensity', throwagain: 'Throw again', pair: 'Pair',
  joincombat: 'Join a combat', share: 'Share the leadership', takeprize: 'Take the prize', ransom: 'Ransom', fallupon: 'Fall upon a convoy',
  receiveorder: 'Receive', issueorder: 'Issue', joinholder: 'Rendezvous', handoverorder: 'Hand over', extendorder: 'Extend', giveuporder: 'Give up', transfersail: 'Transfer sail',
  movesquadron: 'Move a squadron', joinformations: 'Join formations', detachsquadron: 'Detach a squadron', postleader: 'Post a leader', relieveleader: 'Relieve', promoteleader: 'Promote',
  assignauxiliary: 'Assign', creditasloss: 'Prestige', requestreinforcement: 'Ask for reinforcements', giveupsquadron: 'Give up a squadron',
  layup: 'Lay up', repair: 'Repair roll for', fitout: 'Fit out',
};

export const kindOf = (type: string): string => KINDS[type] ?? type;

export interface Heap {
  readonly type: string;
  readonly words: string;
  readonly choices: readonly Choice[];
}

/** Listed actions by their kind, in the order in which kinds first appear. A send is told apart by its task. */
export function heaps(choices: readonly Choice[]): readonly Heap[] {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const key = choice.action.type === 'send' ? `send ${String(choice.action['task'])}` : choice.action.type;
    found.set(key, [...(found.get(key) ?? []), choice]);
  }
  return [...found].map(([key, some]) => {
    const [type = '', task] = key.split(' ');
    return { type, words: task ? task.replaceAll('_', ' ') : kindOf(type), choices: some };
  });
}

/** A choice on its button, under a heading that says what is done: the place, the target, the number. Else the server's words. */
export function briefly(view: View, choice: Choice): string {
  const { action } = choice;
  const field = (name: string): string | null => text(action[name]);
  const goal = goalOf(action);
  switch (action.type) {
    case 'marktime':
      return 'stay and mark time';
    case 'plot':
      return goal ? placeName(view.table, goal) : 'stay';
    case 'attack':
      return choice.words;
    case 'send': {
      const target = field('target');
      const against = target && pieceOf(view, target) ? `: ${called(view, target)}` : '';
      return `${goal ? placeName(view.table, goal) : choice.words}${against}`;
    }
    case 'pair':
      return `against ${called(view, field('enemy') ?? '')}`;
    case 'joincombat':
      return `combat ${String(action['combat'])}`;
    case 'sendfireship':
      return `at ${called(view, field('squadron') ?? '')}`;
    case 'screen':
      return 'put it forward';
    case 'recall':
      return 'call it back';
    case 'engage':
    case 'reinforce':
      return called(view, field('formation') ?? '');
    case 'fight':
      return String(action['intensity']);
    case 'repair':
      return `${called(view, field('squadron') ?? '')}${action['saved'] ? ', with a saved point' : ''}`;
    default: {
      if (goal) return pieceOf(view, goal) ? called(view, goal) : placeName(view.table, goal);
      const start = `${called(view, choice.action['formation'] ? String(choice.action['formation']) : '')}: `;
      return lettered(view.table, choice.words.startsWith(start) ? choice.words.slice(start.length) : choice.words);
    }
  }
}
