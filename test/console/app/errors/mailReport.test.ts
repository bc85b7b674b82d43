import { describe, expect, it } from 'vitest';
import { mailDraft, type ErrorReport } from '../../../../console/app/errors/mailReport.ts';

const report: ErrorReport = {
  to: 'help@fleet.example',
  message: 'Broken pane for anna@fleet.example',
  page: 'http://console.test/admin?token=abc&q=1',
  time: '2026-01-05T08:00:00.000Z',
  requestId: 'req-7',
  userAgent: 'Firefox of anna@fleet.example',
};
const partsOf = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') };
};

describe('the mail draft', () => {
  it('OPEN-ERR-03 goes to support with message, page, time, request and browser, scrubbed', () => {
    expect(partsOf(mailDraft(report))).toEqual({
      to: 'help@fleet.example',
      subject: 'Broken pane for [hidden]',
      body: [
        'message: Broken pane for [hidden]',
        'page: http://console.test/admin?token=[hidden]&q=1',
        'time: 2026-01-05T08:00:00.000Z',
        'request: req-7',
        'browser: Firefox of [hidden]',
      ].join('\r\n'),
    });
  });

  it.each([
    ['a long text', 'x'.repeat(9_000)],
    ['a long Chinese text', '错误'.repeat(5_000)],
    ['emoji and halves of them', '🚕\ud83d'.repeat(3_000)],
  ])('OPEN-ERR-03 stays within 1,800 characters with %s', (_what, message) => {
    const address = mailDraft({ ...report, message, page: `http://c.test/${message}`, userAgent: message });
    expect(address.length).toBeLessThanOrEqual(1_800);
    expect(partsOf(address).body).toContain('time: 2026-01-05T08:00:00.000Z');
  });

  it('has no line for a request where none was answered', () => {
    expect(partsOf(mailDraft({ ...report, requestId: null })).body).not.toContain('request:');
  });
});
