import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsavedChangesStore } from '../../../../console/kit/unsavedChanges.ts';
import { servedBuild } from '../../../../console/app/update/build.ts';
import UpdateBar from '../../../../console/app/update/UpdateBar.tsx';
import { CHECK_INTERVAL_MS, watchBuild } from '../../../../console/app/update/watchBuild.ts';
import { UnsavedChangesDialog } from '../../../../console/kit/ui/overlays/UnsavedChangesDialog.tsx';
import { manualClock } from '../../../support/clock.ts';
import { fillBrowser, json, texts } from '../../../support/console/console.tsx';

const page = (visibilityState: DocumentVisibilityState = 'visible') =>
  Object.assign(new EventTarget(), { visibilityState });
const shown = () => new Event('visibilitychange');

beforeEach(async () => {
  fillBrowser();
  unsavedChangesStore.setState({ dirty: false, blockedNavigation: null });
  await texts();
});
afterEach(cleanup);

describe('looking for a new build', () => {
  function begin({ build = 'b1', view = page() } = {}) {
    const clock = manualClock();
    const found = vi.fn();
    const served = vi.fn(() => Promise.resolve('b1'));
    const stop = watchBuild({ build, fetchServedBuild: served, clock, page: view, onNewBuild: found });
    return { clock, found, served, stop, view };
  }

  it('asks every five minutes, says it once, and asks no more', async () => {
    const { clock, found, served } = begin();
    await clock.advance(CHECK_INTERVAL_MS);
    expect([served.mock.calls.length, found.mock.calls.length]).toEqual([1, 0]);
    served.mockResolvedValue('b2');
    await clock.advance(CHECK_INTERVAL_MS);
    await clock.advance(10 * CHECK_INTERVAL_MS);
    expect([served.mock.calls.length, found.mock.calls.length]).toEqual([2, 1]);
  });

  it('asks when the page comes into view, and never while it is hidden', async () => {
    const { clock, found, served, view } = begin({ view: page('hidden') });
    served.mockResolvedValue('b2');
    await clock.advance(3 * CHECK_INTERVAL_MS);
    expect(served).not.toHaveBeenCalled();
    view.visibilityState = 'visible';
    view.dispatchEvent(shown());
    await clock.advance(0);
    expect(found).toHaveBeenCalledOnce();
  });

  it('learns nothing from a server that does not answer, and asks again', async () => {
    const { clock, found, served } = begin();
    served.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await clock.advance(CHECK_INTERVAL_MS);
    expect(found).not.toHaveBeenCalled();
    served.mockResolvedValue('b2');
    await clock.advance(CHECK_INTERVAL_MS);
    expect(found).toHaveBeenCalledOnce();
  });

  it('is silent in development and after it was stopped', async () => {
    const development = begin({ build: 'dev' });
    const stopped = begin();
    stopped.stop();
    stopped.view.dispatchEvent(shown());
    await stopped.clock.advance(CHECK_INTERVAL_MS);
    await development.clock.advance(CHECK_INTERVAL_MS);
    expect(development.served).not.toHaveBeenCalled();
    expect(stopped.served).not.toHaveBeenCalled();
  });

  it('asks the server itself, past every cache', async () => {
    const asked = vi.fn(() => Promise.resolve(json({ build: 'b2', version: '1' })));
    expect(await servedBuild(asked)).toBe('b2');
    expect(asked).toHaveBeenCalledWith('/version.json', { cache: 'no-store', redirect: 'error' });
    await expect(servedBuild(() => Promise.resolve(json({ build: 'b2' }, 503)))).rejects.toThrow();
    await expect(servedBuild(() => Promise.resolve(json({})))).rejects.toThrow();
  });
});

describe('the update bar', () => {
  async function ready() {
    const clock = manualClock();
    const reload = vi.fn();
    const served = () => Promise.resolve('b2');
    render(
      <>
        <UpdateBar build="b1" fetchServedBuild={served} clock={clock} reload={reload} />
        <UnsavedChangesDialog />
      </>,
    );
    expect(screen.queryByText('New version ready')).toBeNull();
    await act(() => clock.advance(CHECK_INTERVAL_MS));
    expect(screen.getByRole('status').textContent).toBe('New version readyReload');
    return reload;
  }
  const press = (name: string) =>
    act(() => Promise.resolve(fireEvent.click(screen.getByRole('button', { name }))));

  it('AMBIG-SW-02 loads the new build when asked to, and not before', async () => {
    const reload = await ready();
    expect(reload).not.toHaveBeenCalled();
    await press('Reload');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('waits for the word of whoever has unsaved work', async () => {
    const reload = await ready();
    unsavedChangesStore.setState({ dirty: true });
    await press('Reload');
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(reload).not.toHaveBeenCalled();
    await press('Reload');
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
