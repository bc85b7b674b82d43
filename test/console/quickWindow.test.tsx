/** The shorter ways of test/support/console/quickWindow.ts answer as jsdom does. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});
const slowly = (globalThis as unknown as { jsdom: { window: Window } }).jsdom.window;
const everything = () => [...document.querySelectorAll('*')];
const seen = (style: CSSStyleDeclaration) => [
  ...[style.display, style.visibility, style.color],
  ...['display', 'visibility', 'position'].map(name => style.getPropertyValue(name)),
];

const Page = () => (
  <main>
    <h1>Screens</h1>
    <p style={{ display: 'none' }}>
      <b>gone</b>
    </p>
    <div style={{ visibility: 'hidden', color: 'rgb(1, 2, 3)' }}>
      <i>unseen</i>
      <i style={{ visibility: 'visible' }}>seen</i>
    </div>
    <div style={{ color: 'red' }} hidden>
      <span>hidden</span>
    </div>
    <dialog>closed</dialog>
    <dialog open>open</dialog>
    <details>
      <summary>more</summary>
    </details>
    <table>
      <tbody>
        <tr hidden>
          <td>row</td>
        </tr>
      </tbody>
    </table>
    <label htmlFor="name">Name</label>
    <label htmlFor="name">also</label>
    <input id="name" />
    <input type="hidden" />
    <label>
      Kind
      <select />
      <button>inside</button>
    </label>
    <label htmlFor="">of nothing</label>
    <textarea />
    <span className="quiet">quiet</span>
    <svg>
      <title>a title of a drawing</title>
      <path />
    </svg>
  </main>
);
const write = (css: string) => {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
};

describe('what is asked of the window again and again', () => {
  it.each([
    ['no sheet of its own', ''],
    ['a sheet that shows as much as before', '.quiet { color: blue } .quiet::before { display: none }'],
    ['a sheet that hides', '.quiet { display: none }'],
    ['a sheet that hides it with a part of another', '.loud::after, .quiet { display: none }'],
    ['a sheet that hides in some browsers', '@media all { .quiet { visibility: hidden } }'],
  ])('each element has the style that jsdom says, with %s', (_, css) => {
    write(css);
    render(<Page />);
    for (const element of everything())
      expect(seen(getComputedStyle(element)), element.outerHTML).toEqual(
        seen(slowly.getComputedStyle(element)),
      );
  });

  it('a rule that comes later counts from then on', () => {
    write('.quiet { color: blue }');
    render(<Page />);
    const quiet = screen.getByText('quiet');
    expect(getComputedStyle(quiet).display).toBe('inline');
    document.styleSheets[0]!.insertRule('.quiet { display: none }', 0);
    expect(getComputedStyle(quiet).display).toBe('none');
  });

  it('each control has the labels whose control it is', () => {
    render(<Page />);
    const labels = [...document.querySelectorAll('label')];
    const controls = document.querySelectorAll<HTMLInputElement>('input, select, button, textarea');
    for (const control of controls) {
      const own = control.type === 'hidden' ? null : labels.filter(label => label.control === control);
      expect(control.labels && [...control.labels], control.outerHTML).toEqual(own);
    }
  });

  it('the page is written down once, for the try that is reported', async () => {
    const failed: string[] = [];
    const look = () => {
      try {
        screen.getByText('never');
      } catch (error) {
        failed.push((error as Error).message);
        throw error;
      }
    };
    render(<Page />);
    await expect(waitFor(look, { timeout: 120 })).rejects.toThrow('<h1>');
    expect(failed.length).toBeGreaterThan(1);
    expect(failed.join()).not.toContain('<h1>');
    expect(look).toThrow('<h1>');
  });
});
