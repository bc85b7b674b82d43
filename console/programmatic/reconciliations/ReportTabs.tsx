/** Reports of what was sold, and how they compare with those of partners. */
import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';

export function ReportTabs() {
  const text = useText('reconciliations');
  return (
    <PageTabs
      label={text('pages.label')}
      tabs={[
        { href: PATHS.programmaticReports, label: text('pages.reports') },
        { href: PATHS.reconciliations, label: text('title') },
      ]}
    />
  );
}
