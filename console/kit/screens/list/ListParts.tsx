import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { lazyWithRetry } from '../../fresh.ts';
import type { Resource, Row } from '../../resource/define.ts';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { Empty } from '../../ui/display/states.tsx';
import { useMay } from '../../useSave.ts';
import { useText } from '../../text/useText.ts';
import type { CreateDialog as Dialog } from '../form/CreateScreen.tsx';
import { hasFilters, type ListState } from './listState.ts';
import { useBase } from '../record/useBase.ts';
import { useListState } from './useListState.ts';

/** Forms come when they are asked for. */
const CreateDialog = lazyWithRetry(async () => ({
  default: (await import('../form/CreateScreen.tsx')).CreateDialog,
})) as typeof Dialog;

/** The page's one button, drawn for who may press it: its own, or the form of a new row. */
interface Begun {
  name: string;
  act: NonNullable<Resource<Row>['primary']>['act'] | { form: true };
}
export function primaryOf<R extends Row>(
  resource: Resource<R>,
  may: ReturnType<typeof useMay>,
): Begun | null {
  const { primary, createForm, endpoints, opens } = resource;
  if (primary) return may(resource.area, primary.level) ? primary : null;
  if (!createForm || !endpoints.create || !may(resource.area, 'W')) return null;
  if (opens === 'page') return { name: 'new', act: { link: (base: string) => `${base}/new` } };
  return { name: 'new', act: { form: true } };
}

export function Primary<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const may = useMay();
  const { params, change } = useListState([]);
  const base = useBase(resource);
  const primary = primaryOf(resource, may);
  if (!primary) return null;
  const close = () => change({ [primary.name]: '' }, 'replace');
  const label = text(`actions.${primary.name}`);
  if ('link' in primary.act)
    return (
      <Link href={primary.act.link(base)} data-primary className={buttonClass()}>
        {label}
      </Link>
    );
  // Open by address, so that a link or a QR code leads straight to it.
  return (
    <>
      <Button data-primary onClick={() => change({ [primary.name]: '1' }, 'push')}>
        {label}
      </Button>
      <Suspense>
        {params.get(primary.name) !== null &&
          ('dialog' in primary.act ? (
            <primary.act.dialog close={close} />
          ) : (
            <CreateDialog resource={resource} close={close} />
          ))}
      </Suspense>
    </>
  );
}

interface NothingProps<R extends Row> {
  resource: Resource<R>;
  state: ListState;
  clear: (changes: Readonly<Record<string, string>>) => void;
}

/** Three ways to have nothing: no match, nothing deleted, nothing yet. */
export function Nothing<R extends Row>({ resource, state, clear }: NothingProps<R>): ReactNode {
  const { t } = useTranslation(['screens', 'common']);
  const text = useText(resource.name);
  if (hasFilters(state))
    return (
      <Empty
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        action={
          <Button
            look="outline"
            onClick={() =>
              clear(Object.fromEntries(['q', ...Object.keys(state.values)].map(key => [key, ''])))
            }
          >
            {t('list.clear')}
          </Button>
        }
      />
    );
  if (state.deleted) return <Empty title={t('list.noneDeleted')} text={t('list.noneDeletedText')} />;
  return (
    <Empty
      title={text('empty.title')}
      text={text('empty.text')}
      action={<EmptyAction resource={resource} />}
    />
  );
}

function EmptyAction<R extends Row>({ resource }: { resource: Resource<R> }) {
  const text = useText(resource.name);
  const may = useMay();
  const { change } = useListState([]);
  const base = useBase(resource);
  const primary = primaryOf(resource, may);
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
