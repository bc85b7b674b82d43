/** A child that fails on demand, and the error log the boundaries around it write to. */
import { act, fireEvent, screen } from '@testing-library/react';
import { createErrorLog, type ErrorEntry } from '../../../console/app/errors/errorLog.ts';
import { systemClock } from '../../../shared/clock.ts';

/** A child that throws what it is told to. */
export function child() {
  const state = { wrong: null as Error | DOMException | null };
  function Child() {
    if (state.wrong) throw state.wrong;
    return <p>all well</p>;
  }
  return { state, Child };
}

export function log() {
  const kept: ErrorEntry[] = [];
  const errors = createErrorLog({
    store: { append: entries => Promise.resolve(void kept.push(...entries)) },
    clock: systemClock,
    describePage: () => ({ url: 'http://console.test/admin', page: '/admin', userAgent: 'test' }),
    warn: () => undefined,
  });
  return { errors, kept };
}

export const press = (name: string) =>
  act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name }))));
export const text = () => document.body.textContent ?? '';
