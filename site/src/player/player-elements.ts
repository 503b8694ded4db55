/** The small pieces that the player's controls are made of. */

const SVG = 'http://www.w3.org/2000/svg';

/** Shapes of 24 × 24: what is filled, and what is drawn with a line. */
const shapes = {
  play: ['M7 4.6v14.8L19.5 12z', ''],
  pause: ['M6.5 5h3.6v14H6.5zM13.9 5h3.6v14h-3.6z', ''],
  sound: [
    'M3.5 9.4h3.4l4.6-4v13.2l-4.6-4H3.5z',
    'M15 9a4.2 4.2 0 0 1 0 6M17.6 6.4a8 8 0 0 1 0 11.2',
  ],
  silence: ['M3.5 9.4h3.4l4.6-4v13.2l-4.6-4H3.5z', 'M15.5 9.5l5 5M20.5 9.5l-5 5'],
  captions: ['', 'M3.5 5.5h17v13h-17zM6.5 12h4M13 12h4.5M6.5 15.2h7M16 15.2h1.5'],
  enlarge: ['', 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5'],
  reduce: ['', 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5'],
} as const;

export type IconName = keyof typeof shapes;

/** A `<name class="…">` with these children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** A drawing that says nothing to screen readers. */
export function makeIcon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  for (const [i, kind] of ['solid', 'stroke'].entries()) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `player__${kind}`);
    path.setAttribute('d', shapes[name][i] ?? '');
    if (shapes[name][i]) svg.append(path);
  }
  return svg;
}

/** A button that carries a drawing; {@link relabel} gives it its name. */
export function makeButton(className: string, onPress: () => void): HTMLButtonElement {
  const button = make('button', `player__button ${className}`);
  button.type = 'button';
  button.addEventListener('click', onPress);
  return button;
}

/** Gives a button its drawing and its name, and leaves it alone when it has them. */
export function relabel(button: HTMLButtonElement, icon: IconName, label: string): void {
  if (button.dataset.icon === icon && button.title === label) return;
  button.dataset.icon = icon;
  button.title = label;
  button.setAttribute('aria-label', label);
  button.replaceChildren(makeIcon(icon));
}

/** A slider that listens to its visitor. */
export function makeSlider(
  className: string,
  { label, max, step }: { label: string; max: number; step: number },
  onInput: (value: number) => void,
): HTMLInputElement {
  const slider = make('input', className);
  slider.type = 'range';
  slider.min = '0';
  slider.max = String(max);
  slider.step = String(step);
  slider.setAttribute('aria-label', label);
  slider.addEventListener('input', () => onInput(slider.valueAsNumber));
  return slider;
}
