import { PATHS } from '../../app/paths.ts';
import { useText } from '../../kit/text/useText.ts';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';

/** Requests with the figures, legal texts, and who agreed to what. */
export function ComplianceHead() {
  const text = useText('complianceFigures');
  return (
    <PageTabs
      label={text('tabs.label')}
      tabs={[
        { href: PATHS.compliance, label: text('tabs.requests') },
        { href: PATHS.policies, label: text('tabs.policies') },
        { href: PATHS.consents, label: text('tabs.consents') },
      ]}
    />
  );
}
