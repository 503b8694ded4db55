import { expect, it } from 'vitest';
import { type Selected, withMark } from './markdown-edit.ts';

/** The text between the brackets of what is written is selected. */
function selected(marked: string): Selected {
  const [from, to] = [marked.indexOf('⟦'), marked.indexOf('⟧') - 1];
  return { text: marked.replace(/[⟦⟧]/g, ''), from, to };
}

function after(before: Selected, { start, end, text, from, to }: ReturnType<typeof withMark>) {
  const whole = before.text.slice(0, start) + text + before.text.slice(end);
  return `${whole.slice(0, from)}⟦${whole.slice(from, to)}⟧${whole.slice(to)}`;
}

it.each([
  ['bold', 'een ⟦ree⟧ in mist', 'een **⟦ree⟧** in mist'],
  ['italic', 'een ⟦⟧', 'een *⟦⟧*'],
  ['heading', 'a\nb ⟦c⟧ d\ne', 'a\n# b c d⟦⟧\ne'],
  ['list', '⟦een\ntwee⟧', '- een\n- twee⟦⟧'],
  ['link', 'zie ⟦hier⟧', 'zie [hier](⟦https://⟧)'],
  ['link', 'zie ⟦⟧', 'zie [⟦⟧](https://)'],
] as const)('%s turns %j into %j', (mark, before, expected) => {
  expect(after(selected(before), withMark(selected(before), mark))).toBe(expected);
});
