import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LevelBoundary } from '../../../console/app/boundary/LevelBoundary.tsx';
import { ErrorPage, type ErrorLevel } from '../../../console/app/pages/ErrorPage.tsx';
import { useErrorText } from '../../../console/kit/text/errorText.ts';
import { ApiError, readApiError } from '../../../shared/net/apiError.ts';
import { openConsole, texts } from '../../support/console/console.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await texts();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('broken pane');
}
const show = (level: ErrorLevel) => render(<LevelBoundary level={level} children={<Broken />} />);
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the error page', () => {
  it('UI-05 offers its four actions', () => {
    show('page');
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/admin');
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Report Error' })).toBeTruthy();
  });

  it('ERR-17 shows the message of the error itself', () => {
    show('page');
    expect(screen.getByText('broken pane')).toBeTruthy();
  });

  it('ERR-18 has title and text of the admin level', () => {
    show('admin');
    expect(heading()).toBe('Admin Panel Error');
    expect(
      screen.getByText('An error occurred in the admin panel. Your work may not have been saved.'),
    ).toBeTruthy();
  });

  it('ERR-19 has title and text of the page level', () => {
    show('page');
    expect(heading()).toBe('Page Error');
    expect(
      screen.getByText('This page encountered an error. Try navigating back or reloading.'),
    ).toBeTruthy();
  });

  it('ERR-20 has title and text of the application level', () => {
    show('application');
    expect(heading()).toBe('Something went wrong');
    expect(screen.getByText('An unexpected error occurred in the application')).toBeTruthy();
  });

  it('ERR-21 draws the page again on Try Again', () => {
    let isBroken = true;
    const Mended = () => (isBroken ? <Broken /> : <p>all well</p>);
    render(<LevelBoundary level="page" children={<Mended />} />);
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(document.body.textContent).toBe('all well');
  });

  it('ERR-23 loads the page anew on Reload Page', () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { ...location, reload });
    show('page');
    fireEvent.click(screen.getByRole('button', { name: 'Reload Page' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('ERR-24 OPEN-ERR-03 opens a mail draft to the named support with message, address, time and request', () => {
    document.head.innerHTML = '<meta name="support" content="help@fleet.example">';
    history.replaceState(null, '', '/admin/devices?token=abc');
    const error = new ApiError('INTERNAL', 'broken for anna@fleet.example', { requestId: 'req-7' });
    render(<ErrorPage level="page" error={error} retry={() => undefined} />);
    const draft = new URL(screen.getByRole('link', { name: 'Report Error' }).getAttribute('href') ?? '');
    const body = draft.searchParams.get('body') ?? '';
    expect([draft.protocol, draft.pathname]).toEqual(['mailto:', 'help@fleet.example']);
    expect(draft.searchParams.get('subject')).toBe('broken for [hidden]');
    expect(body).toContain('message: broken for [hidden]');
    expect(body).toMatch(/page: http:\/\/localhost(:\d+)?\/admin\/devices\?token=\[hidden\]/);
    expect(body).toMatch(/time: \d{4}-\d\d-\d\dT[\d:.]+Z/);
    expect(body).toContain('request: req-7');
    expect(body).toContain(`browser: ${navigator.userAgent}`);
    document.head.innerHTML = '';
  });

  it('OPEN-ERR-03 writes to support@example.invalid where no support is named', () => {
    show('page');
    expect(screen.getByRole('link', { name: 'Report Error' }).getAttribute('href')).toMatch(
      /^mailto:support@example\.invalid\?/,
    );
  });
});

describe('an HTML page where data was wanted', () => {
  const said = async (language: string, status: number, statusText: string) => {
    await texts(language);
    const headers = { 'content-type': 'text/html' };
    const error = await readApiError(new Response('<html>', { status, statusText, headers }));
    const Said = () => <p>{useErrorText()(error)}</p>;
    render(<Said />);
    const text = document.body.textContent;
    cleanup();
    return text;
  };

  it('is told by its status, in the language of the reader', async () => {
    expect(await said('en', 502, '')).toBe('Bad gateway - The server is temporarily unavailable');
    expect(await said('zh', 502, '')).toBe('网关错误 - 服务器暂时不可用');
    expect(await said('en', 504, 'Gateway Timeout')).toBe('Error 504 - Gateway Timeout');
    expect(await said('zh', 504, '')).toBe('错误 504 - Unknown');
  });
});

describe('the pending notice', () => {
  it('ERR-26 has its title and text', async () => {
    await openConsole({ path: '/auth?status=pending_approval', answers: {} });
    expect((await screen.findAllByText('Account Pending Approval')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Your account is pending admin approval.').length).toBeGreaterThan(0);
  });
});
