import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { eventsOf, freshEmail, newcomer, outcomeOf, type SignedIn } from '../../support/server/people.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const clock = manualClock();
let t: TestServer;
let staff: SignedIn;
let owner: SignedIn;
beforeAll(async () => {
  t = await startTestServer({ clock });
  staff = await newcomer(t, 'staff_admin');
  owner = await newcomer(t, 'owner');
});
afterAll(() => t.close());

const emailsTo = (email: string) => t.emails.filter(message => message.to === email);

describe('the mail server of the platform', () => {
  const path = '/api/settings/integrations';
  const patch = async (payload: object) => {
    const { version } = (await staff.call('GET', path)).json<{ version: number }>();
    return staff.call('PATCH', path, { payload, version });
  };
  it('is set up by those who run the system, and its password is never read back', async () => {
    expect(outcomeOf(await owner.call('GET', path))).toEqual([403, 'FORBIDDEN']);
    const set = await patch({
      smtp_host: 'mail.example.net',
      smtp_user: 'wayside',
      smtp_password: 'let-me-send',
    });
    expect(set.json()).toMatchObject({ smtp_host: 'mail.example.net', smtp_has_password: true });
    const [row] = await t.db.select().from(tenants).where(eq(tenants.kind, 'platform'));
    const everything = [JSON.stringify(row), set.body, JSON.stringify(await eventsOf(staff, 'limit=50'))];
    for (const text of everything) expect(text).not.toContain('let-me-send');
  });

  it('asks the password anew where it would be sent to another server, or in the clear', async () => {
    for (const more of [{ smtp_host: 'mail.evil.example' }, { smtp_port: 2525 }, { smtp_security: 'none' }])
      expect((await patch(more)).json()).toMatchObject({ details: { smtp_password: ['Required'] } });
    expect(outcomeOf(await patch({ smtp_from: 'screens@example.net' }))).toEqual([200]);
    expect(outcomeOf(await patch({ smtp_host: 'a\r\nb' }))).toEqual([400, 'VALIDATION']);
    expect((await patch({ smtp_host: null })).json()).toMatchObject({ smtp_has_password: false });
  });

  it('is tried by a test message', async () => {
    const mail = freshEmail();
    const sent = await staff.call('POST', '/api/settings/test', { payload: { mail } });
    expect(sent.json()).toEqual({ ok: true });
    expect(emailsTo(mail)).toMatchObject([{ subject: 'Test message from Wayside' }]);
  });
});
