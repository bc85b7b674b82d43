/** The page that checks proofs without a sign-in: files that are dropped one after another. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

beforeAll(async () => {
  vi.stubGlobal('isSecureContext', true);
  await import('../../../console/proof/verify/page.ts');
});
/** Files share their document. */
afterAll(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const status = () => document.querySelector<HTMLElement>('[role=status]')!;
function drop(text: Promise<string>): void {
  const files = [{ text: () => text }];
  document.dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { files } }));
}

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
