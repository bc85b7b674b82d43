import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { lazyWithRetry } from '../../lazyPage.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';
import type { ListAction } from '../../resource/listAction.ts';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/placeholders.tsx';
import { useCanAccess } from '../../useSave.ts';
import { useText } from '../../text/useText.ts';
import type { CreateDialog as Dialog } from '../form/CreateScreen.tsx';
import { clearedFilters, hasFilters, type ListState } from './listState.ts';
import { useBasePath } from '../record/useBasePath.ts';
import { useListState } from './useListState.ts';

/** Loaded when the dialog is opened. */
const CreateDialog = lazyWithRetry(async () => ({
  default: (await import('../form/CreateScreen.tsx')).CreateDialog,
})) as typeof Dialog;

/** The main button of the page, for users who may use it: a custom one or "create". */
interface PrimaryAction {
  name: string;
  act: ListAction['act'] | { form: true };
}
export function primaryOf<R extends Row>(
  resource: Resource<R>,
  canAccess: ReturnType<typeof useCanAccess>,
): PrimaryAction | null {
  const { primary, createForm, endpoints, opensIn: opens } = resource;
  if (primary) return canAccess(resource.area, primary.level) ? primary : null;
  const access = endpoints.create?.access;
  if (!createForm || access?.who !== 'user' || !canAccess(access.area, access.level)) return null;
  if (opens === 'page') return { name: 'new', act: { link: (base: string) => `${base}/new` } };
  return { name: 'new', act: { form: true } };
}

interface ActButtonProps<R extends Row> {
  resource: Resource<R>;
  action: PrimaryAction;
  isPrimary?: boolean;
}
function ActButton<R extends Row>({ resource, action: { name, act }, isPrimary = false }: ActButtonProps<R>) {
  const text = useText(resource.name);
  const { params, change } = useListState([]);
  const base = useBasePath(resource);
  const close = () => change({ [name]: '' }, 'replace');
  const label = text(`actions.${name}`);
  const look = isPrimary ? 'primary' : 'outline';
  if ('link' in act)
    return (
      <Link href={act.link(base)} data-primary={isPrimary || undefined} className={buttonClass(look)}>
        {label}
      </Link>
    );
  // The URL opens the dialog, so that a link or a QR code leads straight to it.
  return (
    <>
      <Button
        variant={look}
        data-primary={isPrimary || undefined}
        onClick={() => change({ [name]: '1' }, 'push')}
      >
        {label}
      </Button>
      <Suspense>
        {params.get(name) !== null &&
          ('dialog' in act ? (
            <act.dialog close={close} />
          ) : (
            <CreateDialog resource={resource} close={close} />
          ))}
      </Suspense>
    </>
  );
}

export function PrimaryButton<R extends Row>({ resource }: { resource: Resource<R> }) {
  const action = primaryOf(resource, useCanAccess());
  return action && <ActButton resource={resource} action={action} isPrimary />;
}

/** Another way to make one; on a narrow screen it stands before the main button, which is last. */
export function SecondaryButton<R extends Row>({ resource }: { resource: Resource<R> }) {
  const canAccess = useCanAccess();
  const { secondary } = resource;
  if (!secondary || !canAccess(resource.area, secondary.level)) return null;
  return <ActButton resource={resource} action={secondary} />;
}

interface EmptyListProps<R extends Row> {
  resource: Resource<R>;
  state: ListState;
  clear: (changes: Readonly<Record<string, string>>) => void;
}

/** An empty list has three reasons: no match, nothing deleted, nothing created yet. */
export function EmptyList<R extends Row>({ resource, state, clear }: EmptyListProps<R>): ReactNode {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  if (hasFilters(state))
    return (
      <EmptyState
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        action={
          <Button variant="outline" onClick={() => clear(clearedFilters(state))}>
            {t('list.clear')}
          </Button>
        }
      />
    );
  if (state.deleted) return <EmptyState title={t('list.noneDeleted')} text={t('list.noneDeletedText')} />;
  return (
    <EmptyState
      title={text('empty.title')}
      text={text('empty.text')}
      action={<EmptyAction resource={resource} />}
    />
  );
}

function EmptyAction<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const canAccess = useCanAccess();
  const { change } = useListState([]);
  const base = useBasePath(resource);
  const primary = primaryOf(resource, canAccess);
  if (!primary) return null;
  const label = text(`actions.${primary.name}`);
  return 'link' in primary.act ? (
    <Link href={primary.act.link(base)} className={buttonClass()}>
      {label}
    </Link>
  ) : (
    <Button onClick={() => change({ [primary.name]: '1' }, 'push')}>{label}</Button>
  );
}
