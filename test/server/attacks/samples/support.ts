/** Writes of the support desk and to the platform's own work that are taken. */
import { onNew, type Make } from '../making.ts';

const FILE = { name: 'screen.txt', content: Buffer.from('It is dark.').toString('base64') };
const MESSAGE = { body: 'Please pull the plug once.' };
const NEW = { subject: 'Dark screen', category: 'device', ...MESSAGE };
/** Written by the head of staff, who is of another tenant, in ours. */
const own = (body: Record<string, unknown>) => onNew('/api/own-tickets', NEW, body);
const ofAnother =
  (body: Record<string, unknown>): Make =>
  async ({ test }) => {
    const { headers } = await test.signIn('viewer');
    const made = await test.app.inject({ method: 'POST', url: '/api/own-tickets', headers, payload: NEW });
    const { id, version } = made.json<{ id: string; version: number }>();
    return { params: { id }, body, version };
  };
const merged: Make = async world => {
  const { number } = await world.post<{ number: number }>('/api/own-tickets', NEW);
  return onNew('/api/own-tickets', NEW, { number })(world);
};
const reopened: Make = async world => {
  const { id } = await world.post<{ id: string }>('/api/own-tickets', NEW);
  await world.post(`/api/support/tickets/${id}/resolve`, {});
  return { params: { id }, body: {} };
};

const withFile: Make = async world => {
  const { id } = await world.post<{ id: string }>('/api/own-tickets', NEW);
  const { attachments } = await world.post<{ attachments: { id: string }[] }>(
    `/api/own-tickets/${id}/attachments`,
    FILE,
  );
  return { params: { id, attachment_id: attachments[0]?.id ?? '' } };
};

export const SUPPORT_SAMPLES: Record<string, Make> = {
  'POST /api/system/jobs/:name/run': () => Promise.resolve({ params: { name: 'statistics' } }),
  'PATCH /api/support/tickets/:id': own({ subject: 'Dark', category: 'other', priority: 'high' }),
  'POST /api/support/tickets/:id/reply': ofAnother(MESSAGE),
  'POST /api/support/tickets/:id/note': own(MESSAGE),
  'POST /api/support/tickets/:id/assign': own({}),
  'POST /api/support/tickets/:id/merge': merged,
  'POST /api/support/tickets/:id/resolve': own({}),
  'POST /api/support/tickets/:id/reopen': reopened,
  'POST /api/own-tickets': () => Promise.resolve({ body: { ...NEW, attach_diagnostics: false } }),
  'POST /api/support/tickets/:id/attachments': own(FILE),
  'POST /api/own-tickets/:id/attachments': own(FILE),
  'DELETE /api/support/tickets/:id/attachments/:attachment_id': withFile,
  'DELETE /api/own-tickets/:id/attachments/:attachment_id': withFile,
  'POST /api/own-tickets/:id/reply': own(MESSAGE),
  'POST /api/own-tickets/:id/resolve': own({}),
};
