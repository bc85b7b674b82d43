/** OPEN-ENT-06: files of tickets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { and, eq, like } from 'drizzle-orm';
import { auditDetails, auditEvents, ticketAttachments, tickets } from '../../../../server/db/schema.ts';
import { sweepAttachments } from '../../../../server/trust/support/attachments/attachments.ts';
import type { OwnTicketThread, TicketThread } from '../../../../shared/contract/trust/ticket.ts';
import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  typeByName,
} from '../../../../shared/contract/trust/ticketAttachment.ts';
import { manualClock } from '../../../support/clock.ts';
import { platformOf } from '../../../support/server/people.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

type User = TestServer['admin'];
const clock = manualClock(Date.now());
let test: TestServer;
let viewer: User;
let agent: User;
beforeAll(async () => {
  test = await startTestServer({ clock });
  viewer = await test.signIn('viewer');
  agent = await test.signIn('staff_support', await platformOf(test));
});
afterAll(() => test.close());

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64, 7)]);
const fileOf = (name: string, bytes: Buffer | string) => ({
  name,
  content: Buffer.from(bytes).toString('base64'),
});
const NEW = { subject: 'Screen stays dark', category: 'device', body: 'Since this morning.' };
const write = async (by: User = viewer) =>
  (await call(test, by, 'POST', '/api/own-tickets', { payload: NEW })).json<OwnTicketThread>();
const attachOwn = (by: User, id: string, payload: object) =>
  call(test, by, 'POST', `/api/own-tickets/${id}/attachments`, { payload });
const attach = (by: User, id: string, payload: object) =>
  call(test, by, 'POST', `/api/support/tickets/${id}/attachments`, { payload });
const idsOf = async (id: string, by: User = viewer) => {
  const { attachments } = (await call(test, by, 'GET', `/api/own-tickets/${id}`)).json<OwnTicketThread>();
  return attachments.map(one => one.id);
};

describe('OPEN-ENT-06 files of a ticket', () => {
  it('OPEN-ENT-06 are read by its requester and by the desk, byte for byte, to be saved and not opened', async () => {
    const { id } = await write();
    expect((await attachOwn(viewer, id, fileOf('Foto 夜.png', PNG))).json()).toMatchObject({
      attachments: [{ name: 'Foto 夜.png', mime: 'image/png', bytes: PNG.length, author_name: viewer.email }],
    });
    /** They are in the order in which they came. */
    clock.jump(1_000);
    expect((await attach(agent, id, fileOf('steps.txt', 'Pull the plug.'))).statusCode).toBe(200);
    const [picture, text] = await idsOf(id);
    const desk = (await call(test, agent, 'GET', `/api/support/tickets/${id}`)).json<TicketThread>();
    expect(desk.attachments.map(({ name }) => name)).toEqual(['Foto 夜.png', 'steps.txt']);
    for (const [by, url] of [
      [viewer, `/api/own-tickets/${id}/attachments/${picture}`],
      [agent, `/api/support/tickets/${id}/attachments/${picture}`],
    ] as const) {
      const answer = await call(test, by, 'GET', url);
      expect(answer.rawPayload.equals(PNG)).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Foto 夜.png')}`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
    const steps = await call(test, viewer, 'GET', `/api/own-tickets/${id}/attachments/${text}`);
    expect(steps.payload).toBe('Pull the plug.');
  });

  it('OPEN-ENT-06 are read and added by nobody else, nor through another ticket', async () => {
    const { id } = await write();
    await attachOwn(viewer, id, fileOf('dark.png', PNG));
    const [file] = await idsOf(id);
    const [other, stranger] = [
      await test.signIn('manager'),
      await test.signIn('admin', await test.addTenant('files')),
    ];
    const its = (await write(other)).id;
    for (const [by, url] of [
      [other, `/api/own-tickets/${id}/attachments/${file}`],
      [other, `/api/own-tickets/${its}/attachments/${file}`],
      [stranger, `/api/own-tickets/${id}/attachments/${file}`],
      [stranger, `/api/support/tickets/${id}/attachments/${file}`],
    ] as const)
      expect((await call(test, by, 'GET', url)).statusCode).toBe(404);
    expect((await attachOwn(other, id, fileOf('x.png', PNG))).statusCode).toBe(404);
    expect((await attach(stranger, id, fileOf('x.png', PNG))).statusCode).toBe(404);
    expect(await idsOf(id)).toEqual([file]);
  });

  it.each([
    ['a program', 'setup.exe', Buffer.from('4d5a9000', 'hex')],
    ['a program called a picture', 'dark.png', Buffer.from('4d5a9000', 'hex')],
    ['a page called a text', 'read.txt', '<html><script>alert(1)</script>'],
    ['a drawing with scripts', 'logo.svg', '<svg onload="alert(1)"/>'],
    ['an archive', 'all.zip', Buffer.from('504b0304', 'hex')],
    ['an archive called a document', 'bill.pdf', Buffer.from('504b0304', 'hex')],
    ['a script', 'fix.sh', '#!/bin/sh'],
    ['bytes called a text', 'log.txt', Buffer.from([1, 2, 3])],
    ['a picture called a video', 'dark.mp4', PNG],
    ['no ending', 'dark', PNG],
  ])('OPEN-ENT-06 %s is refused', async (_what, name, bytes) => {
    const { id } = await write();
    const refused = await attachOwn(viewer, id, fileOf(name, bytes));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ error: 'VALIDATION' });
    expect(await idsOf(id)).toEqual([]);
  });

  it('OPEN-ENT-06 are five at most, and of 10 MB each', async () => {
    const { id } = await write();
    const huge = Buffer.concat([PNG, Buffer.alloc(MAX_ATTACHMENT_BYTES)]);
    expect((await attachOwn(viewer, id, fileOf('huge.png', huge))).statusCode).toBe(400);
    const largest = Buffer.concat([PNG, Buffer.alloc(MAX_ATTACHMENT_BYTES - PNG.length)]);
    for (let n = 0; n < MAX_ATTACHMENTS; n++) {
      const { statusCode, body } = await attachOwn(viewer, id, fileOf(`${n}.png`, n === 0 ? largest : PNG));
      expect(statusCode, body).toBe(200);
    }
    const sixth = await attachOwn(viewer, id, fileOf('5.png', PNG));
    expect(sixth.json()).toMatchObject({ error: 'RULE', details: { max: 5 } });
    expect(await idsOf(id)).toHaveLength(5);
  });

  it('OPEN-ENT-06 go with a ticket that is merged, and none is added to one that is closed', async () => {
    const [first, second] = [await write(), await write()];
    await attachOwn(viewer, second.id, fileOf('dark.png', PNG));
    const [file] = await idsOf(second.id);
    const payload = { number: first.number };
    await call(test, agent, 'POST', `/api/support/tickets/${second.id}/merge`, { payload });
    expect(await idsOf(first.id)).toEqual([file]);
    const late = await attachOwn(viewer, second.id, fileOf('late.png', PNG));
    expect(late.json()).toMatchObject({ error: 'STATE', details: { status: 'closed' } });
  });

  it('OPEN-ENT-06 is removed by whoever attached it or by the desk: its bytes go, its ticket stays, and the log says so', async () => {
    const writer = await test.signIn('viewer');
    const { id } = await write(writer);
    await attachOwn(writer, id, fileOf('private.png', PNG));
    clock.jump(1_000);
    await attach(agent, id, fileOf('steps.txt', 'Pull the plug.'));
    const [picture = '', text = ''] = await idsOf(id, writer);
    const [own, desk] = [`/api/own-tickets/${id}/attachments`, `/api/support/tickets/${id}/attachments`];

    const [other, stranger] = [
      await test.signIn('manager'),
      await test.signIn('admin', await test.addTenant('removal')),
    ];
    for (const [by, url, status] of [
      [writer, `${own}/${text}`, 422],
      [other, `${own}/${picture}`, 404],
      [stranger, `${desk}/${picture}`, 404],
      [writer, `${desk}/${text}`, 403],
    ] as const)
      expect((await call(test, by, 'DELETE', url)).statusCode).toBe(status);
    expect(await idsOf(id, writer)).toEqual([picture, text]);
    expect(await test.server.objects.stat(`tickets/${picture}`)).not.toBe(null);

    const gone = await call(test, writer, 'DELETE', `${own}/${picture}`);
    expect(gone.json()).toMatchObject({ attachments: [{ id: text }] });
    expect(await test.server.objects.stat(`tickets/${picture}`)).toBe(null);
    expect(await test.server.objects.stat(`tickets/${text}`)).not.toBe(null);
    expect((await call(test, writer, 'GET', `${own}/${picture}`)).statusCode).toBe(404);
    expect((await call(test, agent, 'DELETE', `${desk}/${text}`)).json()).toEqual({ attachments: [] });
    expect(await test.server.objects.stat(`tickets/${text}`)).toBe(null);
    const { messages, state } = (
      await call(test, writer, 'GET', `/api/own-tickets/${id}`)
    ).json<OwnTicketThread>();
    expect([state, messages[0]?.body]).toEqual(['open', NEW.body]);

    const entries = await test.db
      .select({ action: auditEvents.action, by: auditEvents.actor_id, detail: auditDetails.detail })
      .from(auditEvents)
      .innerJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
      .where(and(eq(auditEvents.target_id, id), like(auditEvents.action, '%.attachments.delete')))
      .orderBy(auditEvents.action);
    expect(entries).toMatchObject([
      {
        ...{ action: 'own-tickets.attachments.delete', by: writer.id },
        detail: { diff: { name: { before: 'private.png', after: null } } },
      },
      {
        ...{ action: 'support.tickets.attachments.delete', by: agent.id },
        detail: { diff: { name: { before: 'steps.txt', after: null } } },
      },
    ]);
  });

  it('OPEN-ENT-06 makes room for another once it is removed, but not in a ticket that is closed', async () => {
    const writer = await test.signIn('viewer');
    const [first, second] = [await write(writer), await write(writer)];
    for (let n = 0; n < MAX_ATTACHMENTS; n++) await attachOwn(writer, second.id, fileOf(`${n}.png`, PNG));
    const [file = ''] = await idsOf(second.id, writer);
    const remove = (by: User, url: string) => call(test, by, 'DELETE', url);
    await remove(writer, `/api/own-tickets/${second.id}/attachments/${file}`);
    expect((await attachOwn(writer, second.id, fileOf('new.png', PNG))).statusCode).toBe(200);
    await attachOwn(writer, first.id, fileOf('last.png', PNG));
    await test.db.update(tickets).set({ state: 'closed' }).where(eq(tickets.id, first.id));
    const [kept = ''] = await idsOf(first.id, writer);
    for (const [by, url] of [
      [writer, `/api/own-tickets/${first.id}/attachments/${kept}`],
      [agent, `/api/support/tickets/${first.id}/attachments/${kept}`],
    ] as const)
      expect((await remove(by, url)).json()).toMatchObject({ error: 'STATE', details: { status: 'closed' } });
    expect(await idsOf(first.id, writer)).toEqual([kept]);
  });

  it('OPEN-ENT-06 a file that no row names is deleted after an hour, and no other', async () => {
    const { id } = await write();
    await attachOwn(viewer, id, fileOf('kept.png', PNG));
    await attachOwn(viewer, id, fileOf('lost.png', PNG));
    const [kept = '', lost = ''] = await idsOf(id);
    await test.db.delete(ticketAttachments).where(eq(ticketAttachments.id, lost));
    await sweepAttachments(test.server);
    expect(await test.server.objects.stat(`tickets/${lost}`)).not.toBe(null);
    await clock.advance(2 * 3_600_000);
    await sweepAttachments(test.server);
    expect(await test.server.objects.stat(`tickets/${lost}`)).toBe(null);
    expect(await test.server.objects.stat(`tickets/${kept}`)).not.toBe(null);
  });

  it('OPEN-ENT-06 a type goes by the last ending of a name', () => {
    expect(typeByName('DARK.JPG')).toBe('image/jpeg');
    expect(typeByName('invoice.pdf.exe')).toBe(null);
  });
});
