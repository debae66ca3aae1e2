// Finds what a component says without the catalogue. Only tests ask.
import { parse } from 'svelte/compiler';

type Node = { readonly type: string; readonly [field: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Attributes that are read or heard. */
const READ = new Set(['title', 'aria-label', 'aria-valuetext', 'aria-description', 'placeholder', 'alt', 'label', 'over', 'why', 'words']);
const THROUGH = new Set(['t', 'known', 'counted', 'link']);
/** What is typed into a machine is the same in every language. */
const AS_IT_IS = new Set(['code', 'kbd', 'style', 'svg']);
const WORD = /[A-Za-z]{2,}/;
/** A string in an expression is a sentence if it has several words; else it may name anything. */
const SENTENCE = /[A-Za-z]{2,},? [A-Za-z]/;

/** The sentences of a component's markup that no catalogue is asked for. */
export function unsaid(source: string): readonly string[] {
  const found: string[] = [];
  const note = (text: string, pattern: RegExp) => {
    if (pattern.test(text)) found.push(text.trim().replace(/\s+/g, ' '));
  };
  const walk = (node: unknown, inWords: boolean, attribute: boolean): void => {
    if (Array.isArray(node)) {
      for (const one of node) walk(one, inWords, attribute);
      return;
    }
    if (!isNode(node)) return;
    if (node.type === 'Text') note(String(node['data']), inWords || !attribute ? WORD : /$^/);
    else if (node.type === 'Literal' && typeof node['value'] === 'string') note(node['value'], inWords ? SENTENCE : SENTENCE);
    else if (node.type === 'TemplateElement') note(String((node['value'] as { cooked: string }).cooked), inWords ? WORD : SENTENCE);
    else if (node.type === 'CallExpression' && isNode(node['callee']) && THROUGH.has(String(node['callee']['name']))) return;
    else if (node.type === 'Attribute') {
      const name = String(node['name']);
      if (READ.has(name)) walk(node['value'], true, true);
      else if (name === 'class' || name === 'style' || name === 'd') return;
      else walk(node['value'], false, true);
    } else if (node.type === 'RegularElement' && AS_IT_IS.has(String(node['name']))) return;
    else if (/^(Class|Style|Bind|Use|On)Directive$/.test(node.type)) return;
    else if (node.type === 'BinaryExpression' || node.type === 'ArrowFunctionExpression') return; // compared or done, not shown
    else for (const [field, value] of Object.entries(node)) if (field !== 'type' && field !== 'name') walk(value, false, attribute);
  };
  walk(parse(source, { modern: true }).fragment, false, false);
  return found;
}
