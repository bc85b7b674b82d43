import { useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Action, DialogProps, Resource, Row } from '../resources/define.ts';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { useToast } from '../ui/useToasts.ts';
import { useMay, useSave } from '../useSave.ts';
import { useText } from '../useText.ts';
import { Problem } from './Problem.tsx';

type Open<R> =
  | { kind: 'dialog'; Dialog: ComponentType<DialogProps<R>>; row: R }
  | { kind: 'problem'; error: unknown; row: R };

export interface Item {
  name: string;
  label: string;
  danger: boolean;
  run: () => void;
}

const isDeleted = (row: Row) => row.deleted_at !== undefined && row.deleted_at !== null;

/** What may be done to a row, by this user, now: for the menu of a list and the head of a record. */
export function useActions<R extends Row>(resource: Resource<R>, gone?: () => void) {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  const [, navigate] = useLocation();
  const may = useMay();
  const save = useSave();
  const toast = useToast();
  const [open, setOpen] = useState<Open<R> | null>(null);
  const { remove, restore } = resource.endpoints;

  const attempt = (row: R, work: () => Promise<void>) =>
    void work().catch((error: unknown) => setOpen({ kind: 'problem', error, row }));
  const call = (endpoint: Endpoint, row: R) =>
    save(client =>
      client.call(endpoint, {
        params: { id: row.id },
        body: endpoint.body ? {} : undefined,
        version: endpoint.versioned ? row.version : undefined,
      }),
    );

  const bringBack = (row: R) =>
    attempt(row, async () => {
      await call(restore!, row);
      toast({ tone: 'ok', title: t('list.restored', { name: row.name ?? '' }) });
    });
  const del = (row: R) =>
    attempt(row, async () => {
      await call(remove!, row);
      gone?.();
      toast({
        title: t('list.deleted', { name: row.name ?? '' }),
        action: restore && {
          label: t('list.undo'),
          altText: t('list.undoElsewhere'),
          run: () => bringBack(row),
        },
      });
    });

  function run(action: Action<R>, row: R) {
    if ('link' in action.act) navigate(action.act.link(row));
    else if ('dialog' in action.act) setOpen({ kind: 'dialog', Dialog: action.act.dialog, row });
    else {
      const endpoint = action.act.call;
      attempt(row, async () => {
        await call(endpoint, row);
        toast({ tone: 'ok', title: text(`done.${action.name}`, { name: row.name ?? '' }) });
      });
    }
  }

  function itemsOf(row: R): Item[] {
    const writes = may(resource.area, 'W');
    if (isDeleted(row))
      return restore && writes
        ? [{ name: 'restore', label: t('list.restore'), danger: false, run: () => bringBack(row) }]
        : [];
    const own = resource.actions
      .filter(action => may(resource.area, action.level) && (action.shown?.(row) ?? true))
      .map(action => ({
        name: action.name,
        label: text(`actions.${action.name}`),
        danger: action.danger ?? false,
        run: () => run(action, row),
      }));
    return remove && writes
      ? [...own, { name: 'delete', label: t('list.delete'), danger: true, run: () => del(row) }]
      : own;
  }

  const close = () => setOpen(null);
  const dialog: ReactNode =
    open?.kind === 'dialog' ? (
      <open.Dialog row={open.row} close={close} />
    ) : (
      open && <Problem resource={resource.name} error={open.error} close={close} />
    );
  return { itemsOf, dialog };
}

export function ActionMenu({ items, label }: { items: readonly Item[]; label: string }) {
  if (items.length === 0) return null;
  return (
    <Menu label={label}>
      {items.map(item => (
        <MenuItem key={item.name} danger={item.danger} onSelect={item.run}>
          {item.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
