/** The page that checks proofs without a sign-in: files and texts that are checked one after another. */
import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBundle } from '../../support/proof/bundle.ts';

let proof: string;
beforeAll(async () => {
  vi.stubGlobal('isSecureContext', true);
  proof = JSON.stringify((await makeBundle(3)).proof);
  await import('../../../console/proof/verify/page.ts');
});
/** Files share their document. */
afterAll(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const status = () => document.querySelector<HTMLElement>('[role=status]')!;
const heading = () => status().querySelector('h2')?.textContent;
const textField = () => document.querySelector<HTMLTextAreaElement>('#proof')!;
const fileField = () => document.querySelector<HTMLInputElement>('#file')!;
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
/** jsdom has no `text()` of files. */
const fileOf = (text: string) =>
  Object.assign(new File([text], 'plays.proof.jsonl'), { text: () => Promise.resolve(text) });

function drop(text: Promise<string>): void {
  const files = [{ text: () => text }];
  document.dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { files } }));
}

it('says that there is nothing to check yet, where nothing was pasted or chosen', () => {
  fireEvent.click(button('Check'));
  expect(status().textContent).toBe('There is nothing to check yet. Paste a proof or choose a file.');
  expect(heading()).toBeUndefined();
});

it('shows the verdict of the newest, also where one before it is read later', async () => {
  drop(Promise.resolve('{"kind":"proof"}'));
  await vi.waitFor(() => expect(status().querySelector('h2')).not.toBeNull());
  const newest = status().textContent;
  let readOlder = (_text: string) => {};
  let failOlder = (_error: Error) => {};
  drop(new Promise(resolve => (readOlder = resolve)));
  expect(status().getAttribute('aria-busy')).toBe('true');
  expect(status().querySelector('h2')).toBeNull();
  drop(new Promise((_, reject) => (failOlder = reject)));
  drop(Promise.resolve('{"kind":"proof"}'));
  await vi.waitFor(() => expect(status().textContent).toBe(newest));
  readOlder('{"kind":"nonsense"}\n{"kind":"nonsense"}');
  failOlder(new Error('The disk is gone.'));
  await new Promise(done => setTimeout(done, 50));
  expect(status().textContent).toBe(newest);
});

it('checks again what was chosen last: the file, until something is pasted, and once that is gone', async () => {
  fireEvent.change(fileField(), { target: { files: [fileOf(proof)] } });
  await vi.waitFor(() => expect(heading()).toBe('The proof holds'));
  fireEvent.click(button('Check'));
  expect(status().getAttribute('aria-busy')).toBe('true');
  await vi.waitFor(() => expect(heading()).toBe('The proof holds'));
  fireEvent.input(textField(), { target: { value: JSON.stringify({ ...JSON.parse(proof), index: 1 }) } });
  fireEvent.click(button('Check'));
  await vi.waitFor(() => expect(heading()).toBe('The proof does not hold'));
  fireEvent.input(textField(), { target: { value: '' } });
  fireEvent.click(button('Check'));
  await vi.waitFor(() => expect(heading()).toBe('The proof holds'));
});

it('says of a text that is none that it is no proof, and not that a proof does not hold', async () => {
  fireEvent.input(textField(), { target: { value: 'Dear Sir or Madam' } });
  fireEvent.click(button('Check'));
  await vi.waitFor(() => expect(heading()).toBe('This is not a proof, or it is damaged (line 1).'));
  expect(status().textContent).not.toContain('does not hold');
});

it('keeps the file, its verdict and the focus in another language', async () => {
  const [input, { files }] = [fileField(), fileField()];
  fireEvent.change(input, { target: { files } });
  await vi.waitFor(() => expect(heading()).toBe('The proof holds'));
  const language = button('中文');
  language.focus();
  fireEvent.click(language);
  expect(heading()).toBe('证明成立');
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(fileField()).toBe(input);
  expect(document.activeElement).toBe(button('English'));
  fireEvent.click(button('核对'));
  await vi.waitFor(() => expect(heading()).toBe('证明成立'));
});

describe('in a browser that keeps choices of the console', () => {
  beforeEach(() => vi.resetModules());
  afterEach(() => {
    localStorage.clear();
    vi.restoreAllMocks();
    delete document.documentElement.dataset.theme;
  });
  const title = () => document.querySelector('h1')?.textContent;
  const load = () => import('../../../console/proof/verify/page.ts');

  it('has the stored theme, and the stored language before that of the browser', async () => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('i18nextLng', 'zh');
    await load();
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(title()).toBe('核对播放证明');
  });

  it('works as well where a saved copy may not read the storage', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await load();
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(title()).toBe('Check a proof of play');
  });
});
