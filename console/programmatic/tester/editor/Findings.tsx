import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../../shared/openrtb/validate/finding.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Mark } from '../../../kit/ui/display/Mark.tsx';
import { Notice } from '../../../kit/ui/display/Notice.tsx';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useFindingText } from './useFindingText.ts';

const worstFirst = (a: Finding, b: Finding) => a.severity.localeCompare(b.severity);

interface FindingsProps {
  findings: readonly Finding[];
  lineOf: (pointer: string) => number;
  goTo: (line: number) => void;
  /** Applies the repairs of these. */
  repair: (findings: readonly Finding[]) => void;
}

export function Findings({ findings, lineOf, goTo, repair }: FindingsProps) {
  const { t } = useTranslation('openrtb');
  const format = useFormat();
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const repairable = findings.filter(finding => finding.repair !== undefined);
  if (findings.length === 0) return <Notice tone="ok" title={t('findings.none')} alert />;
  return (
    <>
      <div className="mb-2 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2" role="status">
        <Mark
          shape={errors > 0 ? 'rejected' : 'slow'}
          tone={errors > 0 ? 'danger' : 'warn'}
          label={errors > 0 ? t('findings.invalid') : t('findings.valid')}
        />
        <span className="text-ink-2">
          {t('findings.errors', { count: errors, shown: format.number(errors) })} ·{' '}
          {t('findings.warnings', { count: warnings, shown: format.number(warnings) })}
        </span>
        <span className="flex-1" />
        {repairable.length > 1 && (
          <Button variant="outline" onClick={() => repair(repairable)}>
            {t('findings.repairAll')}
          </Button>
        )}
      </div>
      <ul aria-label={t('findings.title')} className="flex flex-col">
        {[...findings].sort(worstFirst).map((finding, at) => (
          <Line key={`${finding.pointer} ${finding.code} ${at}`} {...{ finding, lineOf, goTo, repair }} />
        ))}
      </ul>
    </>
  );
}

function Line({ finding, lineOf, goTo, repair }: Omit<FindingsProps, 'findings'> & { finding: Finding }) {
  const { t } = useTranslation('openrtb');
  const { messageOf, repairOf } = useFindingText();
  const isError = finding.severity === 'error';
  const line = finding.code === 'not_json' ? Number(finding.params.line) : lineOf(finding.pointer);
  const suggestion = repairOf(finding);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="min-w-60 flex-1">
        <p>
          <Mark
            shape={isError ? 'rejected' : 'slow'}
            tone={isError ? 'danger' : 'warn'}
            label={t(isError ? 'findings.error' : 'findings.warning')}
          />{' '}
          {messageOf(finding)}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-13 text-ink-2">
          <button
            type="button"
            className="min-h-12 font-mono text-primary underline"
            onClick={() => goTo(line)}
          >
            {t('findings.line', { line, pointer: finding.pointer === '' ? '/' : finding.pointer })}
          </button>
          <span>{t('findings.section', { section: finding.section })}</span>
        </p>
      </div>
      {suggestion !== undefined && (
        <Button variant="outline" onClick={() => repair([finding])}>
          {suggestion}
        </Button>
      )}
    </li>
  );
}
