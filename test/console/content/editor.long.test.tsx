import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { creativeRow, idOf, itemRow } from '../../support/console/content.ts';
import { json, listOf, refusal } from '../../support/console/console.tsx';
import { items, loop, path, openEditor, rows, order, loaded } from '../../support/console/editor.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('playlist editor', () => {
  it('moves by Alt and arrows, says so, and keeps the focus on what was moved', async () => {
    await openEditor();
    await loaded();
    const grip = within(rows()[2]!).getByRole('button', { name: /^Move Creative 3/ });
    grip.focus();
    fireEvent.keyDown(grip, { key: 'ArrowUp', altKey: true });
    expect(order()).toEqual(['1. Creative 1', '2. Creative 3', '3. Creative 2']);
    expect(screen.getByText('Creative 3 is now 2 of 3')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Creative 3/);
  });

  it('says beside the length how many items do not play yet', async () => {
    const later = itemRow(2, creativeRow(2, { valid_from: '2099-01-01' }));
    await openEditor({ [`GET ${path}`]: () => json({ ...loop, items: [items[0], later] }) });
    await loaded();
    screen.getByText('1 item does not play yet: its first day is to come. The length counts it.');
  });

  it('moves to a place by its number', async () => {
    await openEditor();
    await loaded();
    fireEvent.click(screen.getByRole('button', { name: 'More actions for Creative 1' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Move to…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move Creative 1' });
    fireEvent.change(within(dialog).getByLabelText('New position, 1 to 3'), { target: { value: '3' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(order()).toEqual(['1. Creative 2', '2. Creative 3', '3. Creative 1']));
  });

  it('adds from the library, shows the new length, and takes it back by Ctrl+Z', async () => {
    await openEditor();
    await loaded();
    expect(screen.getByText('0:30')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: /^Add\s*Night market/ }));
    expect(order().at(-1)).toBe('4. Night market');
    expect(screen.getByText('0:38')).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(order()).toHaveLength(3);
    fireEvent.keyDown(document.body, { key: 'Z', ctrlKey: true, shiftKey: true });
    expect(order()).toHaveLength(4);
  });

  it('saves the order with the version it has read, then publishes', async () => {
    const { to } = await openEditor({
      [`PUT ${path}/items`]: ({ body }) =>
        json({
          ...loop,
          version: 2,
          items: (body as { items: { creative_id: string }[] }).items.map((_, i) => items[i]),
        }),
      [`POST ${path}/publish`]: () => json({ ...loop, version: 3, has_draft: false, state: 'published' }),
    });
    await loaded();
    fireEvent.keyDown(rows()[0]!, { key: 'ArrowDown', altKey: true });
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(to(`${path}/publish`)).toHaveLength(1));
    expect(to(`${path}/publish`)[0]?.headers.get('if-match')).toBe('"2"');
    const sent = to(`${path}/items`)[0];
    expect(sent?.headers.get('if-match')).toBe('"1"');
    expect((sent?.body as { items: { creative_id: string }[] }).items.map(item => item.creative_id)).toEqual([
      idOf(2),
      idOf(1),
      idOf(3),
    ]);
  });

  it.each([
    ['no screen plays it', [], 'Published. Assign it to screens to start playing.'],
    [
      'a screen plays it',
      [{ id: idOf(901), name: 'Cab 1182', group: null }],
      'Published. Screens are downloading it now.',
    ],
  ])('says what follows the publication where %s', async (_, assigned_to, text) => {
    const assigned = { ...loop, assigned_to };
    await openEditor({
      [`GET ${path}`]: () => json(assigned),
      [`POST ${path}/publish`]: () =>
        json({ ...assigned, version: 2, has_draft: false, state: 'published' as const }),
    });
    await loaded();
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect((await screen.findByText(/^Published\. /)).textContent).toBe(text);
  });

  it('adds a widget and news, and sends when an item plays', async () => {
    let sent: unknown = null;
    await openEditor({
      [`PUT ${path}/items`]: ({ body }) => {
        sent = body;
        return json({ ...loop, version: 2 });
      },
    });
    await loaded();
    fireEvent.click(screen.getByText('Widgets and local content'));
    fireEvent.click(screen.getByRole('button', { name: /^Add\s*Clock/ }));
    fireEvent.click(screen.getByRole('button', { name: /^Add\s*News/ }));
    expect(order().slice(-2)).toEqual(['4. Clock', '5. News']);
    fireEvent.click(screen.getByRole('button', { name: 'More actions for Creative 1' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Hours and weight' }));
    const dialog = await screen.findByRole('dialog', { name: 'When Creative 1 plays' });
    fireEvent.change(within(dialog).getByLabelText('Weight'), { target: { value: '3' } });
    fireEvent.change(await within(dialog).findByLabelText('Last day'), { target: { value: '2099-12-24' } });
    fireEvent.click(within(dialog).getByLabelText('Campaign slot'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(within(rows()[0]!).getByText('Campaign slot · Restricted')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(sent).not.toBeNull());
    const { items: put } = sent as { items: object[] };
    expect(put[0]).toMatchObject({
      ...{ source: 'campaign_slot', weight: 3, valid_until: '2099-12-24', conditions: [] },
    });
    expect(put.slice(3)).toMatchObject([
      { source: 'widget', widget: 'clock', creative_id: null },
      { source: 'content_kind', content_kind: 'news', creative_id: null },
    ]);
  });

  it('leaves the choice when somebody else has saved meanwhile', async () => {
    let first = true;
    const { to } = await openEditor({
      [`PUT ${path}/items`]: () => {
        if (!first) return json({ ...loop, version: 9 });
        first = false;
        return refusal('VERSION_CONFLICT', { ...loop, version: 8 });
      },
    });
    await loaded();
    fireEvent.keyDown(rows()[0]!, { key: 'ArrowDown', altKey: true });
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Overwrite with mine' }));
    await waitFor(() =>
      expect(to(`${path}/items`).map(call => call.headers.get('if-match'))).toEqual(['"1"', '"8"']),
    );
  });

  it('publishes nothing that somebody else has saved meanwhile, and writes over it only where that is chosen', async () => {
    const draft = { ...loop, has_draft: true };
    const { to } = await openEditor({
      [`GET ${path}`]: () => json(draft),
      [`POST ${path}/publish`]: () => refusal('VERSION_CONFLICT', { ...draft, version: 8 }),
      [`PUT ${path}/items`]: () => json({ ...draft, version: 9 }),
    });
    await loaded();
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Overwrite with mine' }));
    await waitFor(() => expect(to(`${path}/items`)).toHaveLength(1));
    expect(to(`${path}/items`)[0]?.headers.get('if-match')).toBe('"8"');
    expect(to(`${path}/publish`).map(call => call.headers.get('if-match'))).toEqual(['"1"']);
  });

  it('marks a time that is none and takes a good one', async () => {
    await openEditor();
    await loaded();
    const field = screen.getByLabelText('Duration of Creative 1 in seconds');
    fireEvent.change(field, { target: { value: '2' } });
    fireEvent.blur(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(field, { target: { value: '12,5' } });
    fireEvent.blur(field);
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByText('0:33')).toBeTruthy();
  });

  it('shows what publishing would change, of the draft as it is worked on', async () => {
    const live = { ...loop, state: 'published' as const, published_version: 4, has_draft: false };
    await openEditor({
      [`GET ${path}`]: () => json(live),
      [`GET ${path}/versions/4`]: () =>
        json({
          ...{ version: 4, published_at: loop.created_at, items },
          ...{ layout: 'full', shuffle: 'all', beside_id: null, beside_name: null },
          default_duration_ms: 8_000,
        }),
    });
    await loaded();
    fireEvent.click(await screen.findByRole('button', { name: /^Add\s*Night market/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Compare with published' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unpublished changes of Day loop' });
    await within(dialog).findByText('1 item added');
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(line => line.textContent);
    expect(lines).toEqual(['Order− Shuffle+ In order', 'Night marketPosition 4']);
  });

  const weather = (source: 'off' | 'manual') => ({
    'GET /api/player-config/weather': () => json({ source, stale_min: 60 }),
  });
  const openHours = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'More actions for Creative 1' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Hours and weight' }));
    return screen.findByRole('dialog', { name: 'When Creative 1 plays' });
  };
  it('offers no weather while screens have none, and says where that changes', async () => {
    await openEditor(weather('off'));
    await loaded();
    fireEvent.click(screen.getByText('Widgets and local content'));
    expect(await screen.findByText(/No weather reaches your screens/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Add\s*Weather/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Set up weather' }).getAttribute('href')).toBe(
      '/admin/player-config/weather',
    );
    expect(screen.getByRole('button', { name: /^Add\s*Destination/ })).toBeTruthy();
    expect(within(await openHours()).queryByLabelText('Rain')).toBeNull();
  });

  it('plays an item in some weather only where screens have it', async () => {
    const { to } = await openEditor({
      ...weather('manual'),
      [`PUT ${path}/items`]: () => json({ ...loop, version: 2 }),
    });
    await loaded();
    fireEvent.click(screen.getByText('Widgets and local content'));
    fireEvent.click(await screen.findByRole('button', { name: /^Add\s*Weather/ }));
    const dialog = await openHours();
    fireEvent.click(await within(dialog).findByLabelText('Rain'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(to(`${path}/items`)).toHaveLength(1));
    const { items } = to(`${path}/items`)[0]?.body as { items: object[] };
    expect(items[0]).toMatchObject({ conditions: [{ on: 'sky', is: ['rain'] }] });
    expect(items.at(-1)).toMatchObject({ source: 'widget', widget: 'weather' });
  });

  it('previews what the server would publish of the draft, and says why an item would not play', async () => {
    const { to } = await openEditor({
      'GET /api/devices': () => listOf([]),
      [`POST ${path}/preview`]: ({ body }) => {
        const [first] = (body as { items: { id: string }[] }).items;
        return json({
          document: { kind: 'playlist', playlist_id: loop.id, version: 1, items: [] },
          left_out: [{ item_id: first?.id, reason: 'not_approved' }],
          ...{ is_beside_missing: true, urls: {} },
        });
      },
    });
    await loaded();
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    const dialog = await screen.findByRole('dialog', { name: 'Preview of Day loop' });
    await within(dialog).findByText('Left out: not approved');
    expect(within(dialog).getByText('Nothing of this playlist plays at this moment.')).toBeTruthy();
    expect(within(dialog).getByText('The playlist of the second zone is not published.')).toBeTruthy();
    expect(to(`${path}/preview`).map(({ method }) => method)).toEqual(['POST']);
  });
});
