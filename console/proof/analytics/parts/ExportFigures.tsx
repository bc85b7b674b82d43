import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { ExportChoice } from '../../../kit/screens/list/ExportChoice.tsx';
import { systemClock } from '../../../../shared/clock.ts';
import { isoDate } from '../../../../shared/i18n/format.ts';
import { downloadFile, TABLE_KINDS, tableFile, type TableKind } from '../../../kit/export/files.ts';
import { useZone } from '../../../kit/text/useFormat.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useToast } from '../../../kit/ui/toasts/useToasts.ts';
import { sortRows, type FigureColumn } from './FigureTable.tsx';

export interface Figures<R> {
  /** Of the file. */
  name: string;
  columns: readonly FigureColumn<R>[];
  rows: readonly R[];
}

/** The rows that are shown, with every column, as a file; and the page on paper. */
export function ExportFigures<R>({ name, columns, rows }: Figures<R>) {
  const { t } = useTranslation(['screens', 'analytics']);
  const toast = useToast();
  const tz = useZone();
  const [params] = useSearchParams();
  const save = async (kind: TableKind) => {
    const sorted = sortRows(rows, columns, params.get('sort') ?? '');
    const file = `${name}-${isoDate(systemClock.now(), tz)}.${kind}`;
    const heads = columns.map(({ label }) => label);
    downloadFile(
      await tableFile(kind, { heads, rows: sorted.map(row => columns.map(({ value }) => value(row))) }),
      file,
    );
    toast({
      tone: 'ok',
      title: t('export.done', { file, count: sorted.length, shown: String(sorted.length) }),
    });
  };
  return (
    <>
      <ExportChoice kinds={TABLE_KINDS} choose={kind => void save(kind)} />
      <Button
        variant="quiet"
        className="text-primary"
        icon={<Printer size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('analytics:print')}
      </Button>
    </>
  );
}
