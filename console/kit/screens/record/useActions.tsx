import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Endpoint } from '../../../../shared/contract/wire/endpoint.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { lazyWithRetry } from '../../lazyPage.ts';
import type { ActOptions, DialogProps, BoundAction, Resource, Row } from '../../resource/defineResource.ts';
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useCanAccess, useRefetchOnConflict } from '../../useSave.ts';
import { useWrite } from '../../useWrite.ts';
import { useText } from '../../text/useText.ts';
import { useCurrentUser } from '../../../app/session/useCurrentUser.ts';
import type { ActionDialog as Dialog, PendingAction } from './ActionDialog.tsx';
import { pendingStore, whenFree, whilePending } from './pendingRows.ts';
import type { ErrorDialog as LoadedErrorDialog } from '../form/ErrorDialog.tsx';
import { stateOf } from './stateOf.ts';
import { useBasePath } from './useBasePath.ts';

/** Dialogs are loaded on demand. */
const LazyActionDialog = lazyWithRetry(async () => ({
  default: (await import('./ActionDialog.tsx')).ActionDialog,
}));
const ActionDialog = LazyActionDialog as typeof Dialog;
const ErrorDialog: typeof LoadedErrorDialog = lazyWithRetry(async () => ({
  default: (await import('../form/ErrorDialog.tsx')).ErrorDialog,
})) as typeof LoadedErrorDialog;

type OpenDialog<R> =
  | { kind: 'own'; Dialog: ComponentType<DialogProps<R>>; row: R }
  | ({ kind: 'act' } & PendingAction<R>)
  /** `row`: the one that was to be deleted. */
  | { kind: 'problem'; error: unknown; row?: R };

export interface ActionItem {
  name: string;
  label: string;
  danger: boolean;
  run: () => void;
  /** Fetches what it asks with. */
  prepare?: (() => void) | undefined;
}
/** Where these are in sight: what one of them asks is there when it is pressed, also by its key. */
export function PrepareActions({ items }: { items: readonly ActionItem[] }) {
  useEffect(() => {
    for (const { prepare } of items) prepare?.();
  });
  return null;
}

const isDeleted = (row: Row) => row.deleted_at !== undefined && row.deleted_at !== null;

/** The actions this user may run on a row in its current state, for list menus and record heads. */
export function useActions<R extends Row>(resource: Resource<R>, onRemoved?: () => void) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const [, navigate] = useLocation();
  const base = useBasePath(resource);
  const canAccess = useCanAccess();
  const currentUser = useCurrentUser();
  const write = useWrite();
  const { client } = useAuth();
  const queries = useQueryClient();
  const refetchOnConflict = useRefetchOnConflict();
  const toast = useToast();
  const [open, setOpen] = useState<OpenDialog<R> | null>(null);
  const { remove, restore } = resource.endpoints;
  const { label } = resource;

  const latestOf = (row: R): R => {
    const { read: readOne } = resource.endpoints;
    if (!readOne) return row;
    return queries.getQueryData<R>(read(client, readOne, { params: { id: row.id } }).queryKey) ?? row;
  };
  const named = (verb: string) => ({ verb, label: text(`actions.${verb}`) });

  const attempt = (work: () => Promise<void>, row?: R) =>
    void work().catch((error: unknown) => setOpen({ kind: 'problem', error, ...(row && { row }) }));
  /** Sends the write; a queued one is announced. Resolves to true if the server has processed it. */
  async function call(
    endpoint: Endpoint,
    row: R,
    { verb, label: actionLabel }: { verb: string; label: string },
    values: FieldValues = {},
  ): Promise<boolean> {
    const answer = await whilePending(row.id, () =>
      refetchOnConflict(
        endpoint,
        write(
          endpoint,
          {
            params: { id: row.id },
            body: endpoint.body ? values : undefined,
            version: endpoint.versioned ? row.version : undefined,
          },
          { type: `${resource.name}.${verb}`, description: `${actionLabel}: ${label(row)}` },
        ),
      ),
    );
    return !isQueued(answer);
  }

  const restoreRow = (row: R) =>
    attempt(async () => {
      if (!(await call(restore!, row, { verb: 'restore', label: t('list.restore') }))) return;
      toast({ tone: 'ok', title: t('list.restored', { name: label(row) }) });
    });
  const removeRow = (row: R) =>
    attempt(async () => {
      const isDone = await call(remove!, row, { verb: 'delete', label: t('list.delete') });
      onRemoved?.();
      if (!isDone) return;
      toast({
        title: t('list.deleted', { name: label(row) }),
        action: restore && {
          label: t('list.undo'),
          altText: t('list.undoElsewhere'),
          run: () => restoreRow(row),
        },
      });
    }, row);

  /** Runs the action and shows a toast, with undo where the contract defines it. */
  async function runAction(
    verb: string,
    { act, call: endpoint }: BoundAction,
    row: R,
    values: FieldValues = {},
  ) {
    if (!(await call(endpoint, row, named(verb), values))) return;
    const undoAction = act.undo === undefined ? undefined : resource.actions[act.undo];
    toast({
      tone: 'ok',
      title: text(`done.${verb}`, { name: label(row) }),
      ...(undoAction && {
        action: {
          label: t('list.undo'),
          altText: text(`actions.${act.undo}`),
          run: () => attempt(async () => void (await call(undoAction.call, row, named(act.undo ?? '')))),
        },
      }),
    });
  }
  /** What was just done to the row is no change by somebody else: the next act waits for it, and begins with what it left. */
  async function startAction(verb: string, doing: BoundAction, options: ActOptions<R>, listed: R) {
    const isBusy = pendingStore.getState().ids.has(listed.id);
    if (isBusy) await whenFree(listed.id);
    const row = isBusy ? latestOf(listed) : listed;
    if (options.dialog && (options.asks?.(row, currentUser) ?? true))
      setOpen({ kind: 'own', Dialog: options.dialog, row });
    else if (options.fields || doing.act.confirm) setOpen({ kind: 'act', verb, doing, options, row });
    else attempt(() => runAction(verb, doing, row));
  }

  function actionItemsOf(row: R): ActionItem[] {
    const isEditable = resource.isEditable?.(row, currentUser) ?? true;
    const isActVisible = (verb: string) =>
      isEditable && (resource.acts?.[verb]?.isVisible?.(row, currentUser) ?? true);
    const canWrite = canAccess(resource.area, 'W');
    if (isDeleted(row))
      return restore && canWrite && isActVisible('restore')
        ? [{ name: 'restore', label: t('list.restore'), danger: false, run: () => restoreRow(row) }]
        : [];
    const links = (resource.links ?? [])
      .filter(({ area, level, isVisible }) => canAccess(area, level) && (isVisible?.(row) ?? true))
      .map(({ name, link }) => ({
        name,
        label: text(`actions.${name}`),
        danger: false,
        run: () => navigate(link(row, base)),
      }));
    const acts = Object.entries(resource.actions).flatMap(([verb, doing]): ActionItem[] => {
      const options = resource.acts?.[verb] ?? {};
      const { access } = doing.call;
      if (options.isInPanel || access.who !== 'user' || !canAccess(access.area, access.level)) return [];
      if (doing.act.from && !doing.act.from.includes(stateOf(resource, row))) return [];
      if (!isActVisible(verb)) return [];
      const run = () => void startAction(verb, doing, options, row);
      const called = text(`actions.${options.called?.(row, currentUser) ?? verb}`);
      const asks = options.dialog ?? (options.fields || doing.act.confirm ? LazyActionDialog : undefined);
      return [{ name: verb, label: called, danger: options.danger ?? false, run, prepare: asks?.preload }];
    });
    const all = [...links, ...acts];
    return remove && canWrite && isActVisible('delete')
      ? [...all, { name: 'delete', label: t('list.delete'), danger: true, run: () => removeRow(row) }]
      : all;
  }

  const close = () => setOpen(null);
  /** A row that is in use is replaced, where that can be done. */
  const replaceOf = (row: R | undefined) => row && actionItemsOf(row).find(({ name }) => name === 'replace');
  return { itemsOf: actionItemsOf, dialog: <Suspense>{dialogOf(open)}</Suspense> };

  function dialogOf(dialog: OpenDialog<R> | null): ReactNode {
    switch (dialog?.kind) {
      case undefined:
        return null;
      case 'own':
        return <dialog.Dialog row={dialog.row} close={close} />;
      case 'problem':
        return <ErrorDialog error={dialog.error} instead={replaceOf(dialog.row)} close={close} />;
      case 'act':
        return (
          <ActionDialog
            {...dialog}
            resource={resource}
            run={values => runAction(dialog.verb, dialog.doing, dialog.row, values)}
            close={close}
          />
        );
    }
  }
}

export function ActionMenu({ items, label }: { items: readonly ActionItem[]; label: string }) {
  if (items.length === 0) return null;
  return (
    <Menu label={label}>
      <PrepareActions items={items} />
      {items.map(item => (
        <MenuItem key={item.name} danger={item.danger} onSelect={item.run}>
          {item.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
