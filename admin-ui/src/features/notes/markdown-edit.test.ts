import { shownIn } from '@veldlicht/contract/story';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Selected, withItem, withMark } from './markdown-edit.ts';

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

it.each([
  ['⟦⟧', '![](media:x)\n\n⟦⟧'],
  ['Stil.⟦⟧', 'Stil.\n\n![](media:x)\n\n⟦⟧'],
  ['Stil.⟦⟧\n', 'Stil.\n\n![](media:x)\n\n⟦⟧\n'],
  ['Stil.\n⟦⟧\nNa.', 'Stil.\n\n![](media:x)\n\n⟦⟧\n\nNa.'],
  ['Stil.⟦⟧\n\nNa.', 'Stil.\n\n![](media:x)\n\n⟦⟧\n\nNa.'],
  ['⟦⟧Na.', '![](media:x)\n\n⟦⟧\n\nNa.'],
  ['a ⟦blijft⟧ b', 'a blijft\n\n![](media:x)\n\n⟦⟧\n\n b'],
  ['![ca⟦⟧p](media:y)', '![cap](media:y)\n\n![](media:x)\n\n⟦⟧'],
  ['!⟦⟧[](media:y) Na.', '![](media:y)\n\n![](media:x)\n\n⟦⟧\n\n Na.'],
  ['⟦a ![c⟧ap](media:y)', 'a ![cap](media:y)\n\n![](media:x)\n\n⟦⟧'],
])(
  'puts an item into %j in a paragraph of its own, and what is typed next behind it',
  (before, expected) => {
    expect(after(selected(before), withItem(selected(before), 'x'))).toBe(expected);
  },
);

it('keeps every item and word, wherever items are put and whatever is typed after them', () => {
  const piece = fc.constantFrom('Stil', ' ', '\n', '\n\n', '**', '- ', '[', ']', '(', '!');
  const steps = fc.array(fc.record({ at: fc.nat(), typed: fc.array(piece, { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(steps, (all) => {
      let text = '';
      for (const [i, { at, typed }] of all.entries()) {
        const place = at % (text.length + 1);
        const item = withItem({ text, from: place, to: place }, `x${i}`);
        const before = text.slice(0, item.start) + item.text.slice(0, item.from - item.start);
        text = `${before}${typed.join('')}${item.text.slice(item.from - item.start)}${text.slice(item.end)}`;
      }
      expect(shownIn(text).sort()).toEqual(all.map((_, i) => `x${i}`));
    }),
  );
});
