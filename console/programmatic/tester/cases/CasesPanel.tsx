import { useQuery } from '@tanstack/react-query';
import { Play, Trash2, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { testCases, type TestCase } from '../../../../shared/contract/programmatic/tester/testCase.ts';
import { testRuns } from '../../../../shared/contract/programmatic/tester/testRun.ts';
import { read } from '../../../../shared/net/queries.ts';
import { useAuth } from '../../../app/session/auth.tsx';
import { Pager } from '../../../kit/screens/list/Pager.tsx';
import { useErrorText } from '../../../kit/text/errorText.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { useDebounced } from '../../../kit/useDebounced.ts';
import { useSave } from '../../../kit/useSave.ts';
import { RunResults } from './RunResults.tsx';
import { usePrebidFiles } from './usePrebidFiles.ts';

interface CasesPanelProps {
  mode: 'strict' | 'lenient';
  open: (id: string) => void;
}
const USUAL_PAGE = 25;

export default function CasesPanel({ mode, open }: CasesPanelProps) {
  const { t } = useTranslation('openrtb');
  const errorText = useErrorText();
  const { client } = useAuth();
  const save = useSave();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(USUAL_PAGE);
  const [runId, setRunId] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const files = usePrebidFiles();
  const query = { q: useDebounced(q), limit: pageSize, offset: (page - 1) * pageSize };
  const list = useQuery(read(client, testCases.list, { query }));
  async function runAll() {
    setFailure(null);
    try {
      const body = { suite: t('run.all'), mode };
      const run = await save(using => using.call(testRuns.create, { body }));
      setRunId(run.id);
    } catch (error) {
      setFailure(error);
    }
  }
  const problem = failure ?? files.failure;
  return (
    <Dropped take={files.take}>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <input
          type="search"
          className="control max-w-80"
          aria-label={t('cases.search')}
          placeholder={t('cases.search')}
          value={q}
          onChange={event => {
            setQ(event.target.value);
            setPage(1);
          }}
        />
        <span className="flex-1" />
        <FileButton take={files.take} isBusy={files.isBusy} />
        <Button
          icon={<Play size={18} aria-hidden />}
          disabled={(list.data?.total ?? 0) === 0}
          onClick={() => void runAll()}
        >
          {t(mode === 'strict' ? 'run.startStrict' : 'run.startLenient')}
        </Button>
      </div>
      {problem !== null && (
        <Notice tone="danger" alert>
          {errorText(problem)}
        </Notice>
      )}
      {files.refused.length > 0 && (
        <Notice tone="warn" title={t('import.refused')}>
          <p className="font-mono text-13 break-all">{files.refused.join(', ')}</p>
        </Notice>
      )}
      {runId !== null && <RunResults id={runId} openCase={open} close={() => setRunId(null)} />}
      {list.isError && (
        <ErrorPanel error={list.error} retry={() => void list.refetch()} busy={list.isFetching} />
      )}
      {list.isPending && <Skeleton rows={5} />}
      {list.data?.total === 0 && <EmptyState title={t('cases.none')} text={t('cases.noneText')} />}
      {list.data !== undefined && list.data.total > 0 && (
        <>
          <CaseTable rows={list.data.items} open={open} />
          <Pager
            {...{ page, pageSize }}
            total={list.data.total}
            onPage={setPage}
            onPageSize={size => {
              setPageSize(size);
              setPage(1);
            }}
          />
        </>
      )}
    </Dropped>
  );
}

/** Files dropped anywhere on the panel are taken. */
function Dropped({
  take,
  children,
}: {
  take: (files: readonly File[]) => Promise<void>;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <div
      onDragOver={hold}
      onDragLeave={hold}
      onDrop={event => {
        hold(event);
        void take([...event.dataTransfer.files]);
      }}
      className={isOver ? 'outline-2 outline-primary outline-dashed' : undefined}
    >
      {children}
    </div>
  );
}

function FileButton({ take, isBusy }: { take: (files: readonly File[]) => Promise<void>; isBusy: boolean }) {
  const { t } = useTranslation('openrtb');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outline"
        busy={isBusy}
        icon={<Upload size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".json,application/json"
        aria-label={t('import.choose')}
        onChange={event => {
          void take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

function CaseTable({ rows, open }: { rows: readonly TestCase[]; open: (id: string) => void }) {
  const { t } = useTranslation('openrtb');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const remove = async ({ id, name, version }: TestCase) => {
    await save(client => client.call(testCases.remove, { params: { id }, version }));
    toast({
      tone: 'ok',
      title: t('cases.deleted', { name }),
      action: {
        label: t('cases.undo'),
        altText: t('cases.undo'),
        run: () => void save(client => client.call(testCases.restore, { params: { id }, body: {} })),
      },
    });
  };
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('cases.title')}>
      <table className="w-full text-left">
        <thead>
          <tr className="border-b border-line text-ink-2">
            {(['name', 'source', 'tags', 'changed'] as const).map(head => (
              <th key={head} className="py-2 pr-4 font-semibold">
                {t(`cases.${head}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} className="border-b border-line">
              <td className="pr-4">
                <button
                  type="button"
                  className="min-h-12 text-left font-semibold break-all text-primary underline"
                  onClick={() => open(row.id)}
                >
                  {row.name}
                </button>
              </td>
              <td className="pr-4">{t(`source.${row.source}`)}</td>
              <td className="pr-4 text-ink-2">{row.tags.join(', ')}</td>
              <td className="pr-4 whitespace-nowrap text-ink-2">{format.dateTime(row.updated_at)}</td>
              <td className="text-right">
                <IconButton label={t('cases.delete', { name: row.name })} onClick={() => void remove(row)}>
                  <Trash2 size={18} aria-hidden />
                </IconButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
