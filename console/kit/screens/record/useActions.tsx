import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Endpoint } from '../../../../shared/contract/wire/endpoint.ts';
import { isQueued } from '../../../../shared/net/client.ts';
import { fresh } from '../../fresh.ts';
import type { ActShown, DialogProps, BoundAction, Resource, Row } from '../../resource/define.ts';
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx';
import { useToast } from '../../ui/toasts/useToasts.ts';
import { useMay, useSave } from '../../useSave.ts';
import { useText } from '../../text/useText.ts';
import { useVisitor } from '../../../app/session/useVisitor.ts';
import type { ActDialog as Dialog, Waiting } from './ActDialog.tsx';
import { whilePending } from './pending.ts';
import type { Problem as ProblemDialog } from '../form/Problem.tsx';
import { stateOf } from './stateOf.ts';
import { useBase } from './useBase.ts';

/** Dialogs come when they are needed. */
const ActDialog = fresh(async () => ({
  default: (await import('./ActDialog.tsx')).ActDialog,
})) as typeof Dialog;
const Problem: typeof ProblemDialog = fresh(async () => ({
  default: (await import('../form/Problem.tsx')).Problem,
})) as typeof ProblemDialog;

type Open<R> =
  | { kind: 'own'; Dialog: ComponentType<DialogProps<R>>; row: R }
  | ({ kind: 'act' } & Waiting<R>)
  | { kind: 'problem'; error: unknown };

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
  const base = useBase(resource);
  const may = useMay();
  const actor = useVisitor();
  const save = useSave();
  const toast = useToast();
  const [open, setOpen] = useState<Open<R> | null>(null);
  const { remove, restore } = resource.endpoints;
  const { label } = resource;

  const attempt = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => setOpen({ kind: 'problem', error }));
  /** What is done where the answer comes later says so; the answer: whether it was done now. */
  async function call(endpoint: Endpoint, row: R, what: string, values: FieldValues = {}): Promise<boolean> {
    const answer = await whilePending(row.id, () =>
      save(client =>
        client.write(
          endpoint,
          {
            params: { id: row.id },
            body: endpoint.body ? values : undefined,
            version: endpoint.versioned ? row.version : undefined,
          },
          { type: `${resource.name}.${what}`, description: `${what}: ${label(row)}` },
        ),
      ),
    );
    if (isQueued(answer)) toast({ tone: 'warn', title: t('waiting.queued') });
    return !isQueued(answer);
  }

  const bringBack = (row: R) =>
    attempt(async () => {
      if (!(await call(restore!, row, t('list.restore')))) return;
      toast({ tone: 'ok', title: t('list.restored', { name: label(row) }) });
    });
  const del = (row: R) =>
    attempt(async () => {
      const isDone = await call(remove!, row, t('list.delete'));
      gone?.();
      if (!isDone) return;
      toast({
        title: t('list.deleted', { name: label(row) }),
        action: restore && {
          label: t('list.undo'),
          altText: t('list.undoElsewhere'),
          run: () => bringBack(row),
        },
      });
    });

  /** Done, said, and taken back at a press where the contract names how. */
  async function doIt(verb: string, { act, call: endpoint }: BoundAction, row: R, values: FieldValues = {}) {
    if (!(await call(endpoint, row, text(`actions.${verb}`), values))) return;
    const back = act.undo === undefined ? undefined : resource.actions[act.undo];
    toast({
      tone: 'ok',
      title: text(`done.${verb}`, { name: label(row) }),
      ...(back && {
        action: {
          label: t('list.undo'),
          altText: text(`actions.${act.undo}`),
          run: () => attempt(async () => void (await call(back.call, row, text(`actions.${act.undo}`)))),
        },
      }),
    });
  }
  function begin(verb: string, doing: BoundAction, shown: ActShown<R>, row: R) {
    if (shown.dialog) setOpen({ kind: 'own', Dialog: shown.dialog, row });
    else if (shown.fields || doing.act.confirm) setOpen({ kind: 'act', verb, doing, shown, row });
    else attempt(() => doIt(verb, doing, row));
  }

  function itemsOf(row: R): Item[] {
    const changeable = resource.changeable?.(row, actor) ?? true;
    const isShown = (verb: string) => changeable && (resource.acts?.[verb]?.shown?.(row, actor) ?? true);
    const writes = may(resource.area, 'W');
    if (isDeleted(row))
      return restore && writes && isShown('restore')
        ? [{ name: 'restore', label: t('list.restore'), danger: false, run: () => bringBack(row) }]
        : [];
    const links = (resource.links ?? [])
      .filter(({ area, level }) => may(area, level))
      .map(({ name, link }) => ({
        name,
        label: text(`actions.${name}`),
        danger: false,
        run: () => navigate(link(row, base)),
      }));
    const acts = Object.entries(resource.actions).flatMap(([verb, doing]): Item[] => {
      const shown = resource.acts?.[verb] ?? {};
      const { access } = doing.call;
      if (shown.elsewhere || access.who !== 'user' || !may(access.area, access.level)) return [];
      if (doing.act.from && !doing.act.from.includes(stateOf(resource, row))) return [];
      if (!isShown(verb)) return [];
      const run = () => begin(verb, doing, shown, row);
      return [{ name: verb, label: text(`actions.${verb}`), danger: shown.danger ?? false, run }];
    });
    const all = [...links, ...acts];
    return remove && writes && isShown('delete')
      ? [...all, { name: 'delete', label: t('list.delete'), danger: true, run: () => del(row) }]
      : all;
  }

  const close = () => setOpen(null);
  return { itemsOf, dialog: <Suspense>{dialogOf(open)}</Suspense> };

  function dialogOf(now: Open<R> | null): ReactNode {
    switch (now?.kind) {
      case undefined:
        return null;
      case 'own':
        return <now.Dialog row={now.row} close={close} />;
      case 'problem':
        return <Problem error={now.error} close={close} />;
      case 'act':
        return (
          <ActDialog
            {...now}
            resource={resource}
            run={values => doIt(now.verb, now.doing, now.row, values)}
            close={close}
          />
        );
    }
  }
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
