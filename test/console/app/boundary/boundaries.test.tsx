import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AsyncBoundary } from '../../../../console/app/boundary/AsyncBoundary.tsx';
import { SectionBoundary } from '../../../../console/app/boundary/SectionBoundary.tsx';
import { ErrorLogContext } from '../../../../console/app/errors/ErrorLogContext.ts';
import { logRecoverable } from '../../../../console/app/errors/errorLog.ts';
import { BOUNDARY } from '../../../../shared/constants.ts';
import { manualClock } from '../../../support/clock.ts';
import { child, log, press, text } from '../../../support/console/boundaries.tsx';
import { texts } from '../../../support/console/console.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await texts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the section boundary', () => {
  it('BOUNDARY-03 draws its children while nothing is wrong', () => {
    const { Child } = child();
    render(<SectionBoundary children={<Child />} />);
    expect(text()).toBe('all well');
  });

  it('BOUNDARY-04 draws its fallback in place of what threw', () => {
    const { state, Child } = child();
    state.wrong = new Error('boom');
    render(<SectionBoundary children={<Child />} />);
    expect(screen.getByRole('alert').textContent).toContain('This section stopped working.');
    expect(screen.queryByText('all well')).toBeNull();
  });

  it('BOUNDARY-05 draws the children again when reset, and counts how often', async () => {
    const { state, Child } = child();
    state.wrong = new Error('boom');
    render(<SectionBoundary children={<Child />} />);
    await press('Try Again');
    expect(text()).toContain('Retried 1 time.');
    await press('Try Again');
    expect(text()).toContain('Retried 2 times.');
    state.wrong = null;
    await press('Try Again');
    expect(text()).toBe('all well');
  });

  const KINDS = [
    [
      'network',
      'Failed to fetch',
      'Connection problem. Check the network and try again.',
      '连接出现问题，请检查网络后重试。',
    ],
    ['permission', 'Access denied', 'You do not have permission to see this section.', '您无权查看此部分。'],
    ['data', 'Unexpected token <', 'This section could not read its data.', '此部分无法读取数据。'],
    [
      'server',
      'Bad gateway',
      'The server could not answer. Please try again later.',
      '服务器未能响应，请稍后再试。',
    ],
    ['component', 'boom', 'This section stopped working.', '此部分已停止工作。'],
  ] as const;
  const says = async (message: string, said: string, language: string) => {
    await texts(language);
    const { state, Child } = child();
    state.wrong = new Error(message);
    render(<SectionBoundary children={<Child />} />);
    expect(screen.getByText(said)).toBeTruthy();
    cleanup();
  };
  it('BOUNDARY-14 says of the network what is wrong', () => says(KINDS[0][1], KINDS[0][2], 'en'));
  it('BOUNDARY-15 says of permission what is wrong', () => says(KINDS[1][1], KINDS[1][2], 'en'));
  it('BOUNDARY-16 says of data what is wrong', () => says(KINDS[2][1], KINDS[2][2], 'en'));
  it('BOUNDARY-17 says of the server what is wrong', () => says(KINDS[3][1], KINDS[3][2], 'en'));
  it('BOUNDARY-18 says of a component what is wrong', () => says(KINDS[4][1], KINDS[4][2], 'en'));
  it('OPEN-ERR-01 has a text of its own for each kind in both languages', async () => {
    for (const [, message, en, zh] of KINDS) {
      await says(message, en, 'en');
      await says(message, zh, 'zh');
    }
  });

  it('offers a permission error the way to the dashboard, and any other the reload', () => {
    const { state, Child } = child();
    state.wrong = new Error('Access denied');
    render(<SectionBoundary children={<Child />} />);
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/admin');
    cleanup();
    state.wrong = new Error('boom');
    render(<SectionBoundary children={<Child />} />);
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy();
  });

  it('BOUNDARY-20 notes what it caught with its component stack', async () => {
    const { errors, kept } = log();
    const { state, Child } = child();
    state.wrong = new Error('boom');
    render(
      <ErrorLogContext value={errors}>
        <SectionBoundary children={<Child />} />
      </ErrorLogContext>,
    );
    await vi.waitFor(() => expect(kept).toHaveLength(1));
    expect(kept[0]).toMatchObject({ message: 'boom', component: 'section', errorType: 'component' });
    expect(kept[0]?.context).toBe('render');
    expect(kept[0]?.componentStack).toContain('Child');
  });
});

describe('the async boundary', () => {
  function begin(wrong: Error | DOMException | null) {
    const clock = manualClock();
    const { state, Child } = child();
    const { errors, kept } = log();
    state.wrong = wrong;
    const again = vi.fn();
    const inside = (
      <AsyncBoundary clock={clock} onRetry={again}>
        <Child />
      </AsyncBoundary>
    );
    render(
      <ErrorLogContext value={errors}>
        <SectionBoundary>{inside}</SectionBoundary>
      </ErrorLogContext>,
    );
    const wait = (ms: number) => act(() => clock.advance(ms));
    return { state, wait, again, kept };
  }
  const offline = () => new Error('Failed to fetch');
  const bar = () => screen.queryByRole('progressbar');

  it('BOUNDARY-06 tries three times by itself, then holds for a hand', async () => {
    const { wait, again, state } = begin(offline());
    for (let round = 1; round <= BOUNDARY.retries; round++) {
      expect(bar()).not.toBeNull();
      await wait(BOUNDARY.retryDelayMs);
      expect(again).toHaveBeenCalledTimes(round);
    }
    expect(bar()).toBeNull();
    await wait(60 * 60_000);
    expect(again).toHaveBeenCalledTimes(3);
    state.wrong = null;
    await press('Retry now');
    expect(text()).toBe('all well');
  });

  it('BOUNDARY-07 waits 3 s before each try', async () => {
    const { wait, again } = begin(offline());
    for (let round = 0; round < BOUNDARY.retries; round++) {
      await wait(2_900);
      expect(again).toHaveBeenCalledTimes(round);
      await wait(100);
      expect(again).toHaveBeenCalledTimes(round + 1);
    }
    expect(BOUNDARY.retryDelayMs).toBe(3_000);
  });

  it('BOUNDARY-08 shows a bar that rises while it waits', async () => {
    const { wait } = begin(offline());
    const seen = [Number(bar()?.getAttribute('aria-valuenow'))];
    for (let step = 0; step < 5; step++) {
      await wait(500);
      seen.push(Number(bar()?.getAttribute('aria-valuenow')));
    }
    expect(seen).toEqual([0, 17, 33, 50, 67, 83]);
    expect([bar()?.getAttribute('aria-valuemin'), bar()?.getAttribute('aria-valuemax')]).toEqual([
      '0',
      '100',
    ]);
  });

  it('BOUNDARY-09 does not try again once cancelled', async () => {
    const { wait, again } = begin(offline());
    await press('Cancel');
    expect(bar()).toBeNull();
    await wait(60_000);
    expect(again).not.toHaveBeenCalled();
    expect(text()).toContain('Connection problem.');
  });

  it('BOUNDARY-10 tries at once when asked to', async () => {
    const { state, again } = begin(offline());
    state.wrong = null;
    await press('Retry now');
    expect(again).toHaveBeenCalledOnce();
    expect(text()).toBe('all well');
  });

  it('BOUNDARY-11 loads the page anew when asked to', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { ...location, reload });
    const { again } = begin(offline());
    await press('Refresh');
    expect(reload).toHaveBeenCalledOnce();
    expect(again).not.toHaveBeenCalled();
  });

  it('OPEN-BND-01 says Cancel, Retry now and Refresh, and keeps a manual retry after the third', async () => {
    const { wait } = begin(offline());
    const names = () => screen.getAllByRole('button').map(button => button.textContent);
    expect(names()).toEqual(['Retry now', 'Cancel', 'Refresh']);
    for (let round = 0; round < BOUNDARY.retries; round++) await wait(BOUNDARY.retryDelayMs);
    expect(names()).toEqual(['Retry now', 'Refresh']);
    expect(text()).toContain('Connection problem.');
  });

  it('BOUNDARY-12 API-24 lets an abort pass in silence', () => {
    const clock = manualClock();
    const { errors } = log();
    let thrown = 0;
    function Aborted() {
      // React draws twice before it gives up: both are the one abort.
      if (thrown++ < 2) throw new DOMException('stopped', 'AbortError');
      return <p>all well</p>;
    }
    render(
      <ErrorLogContext value={errors}>
        <AsyncBoundary clock={clock} onRetry={() => undefined}>
          <Aborted />
        </AsyncBoundary>
      </ErrorLogContext>,
      { onRecoverableError: logRecoverable(errors) },
    );
    expect(text()).toBe('all well');
    expect(errors.entries()).toEqual([]);
  });

  it('BOUNDARY-13 leaves every other error to the section, with no countdown', async () => {
    const { wait, again, kept } = begin(new Error('boom'));
    expect(bar()).toBeNull();
    expect(text()).toContain('This section stopped working.');
    await wait(60_000);
    expect(again).not.toHaveBeenCalled();
    expect(kept.map(entry => entry.component)).toEqual(['section']);
  });
});
