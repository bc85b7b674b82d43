import { AUCTION_PRESETS } from '../../shared/contract/reports/report.ts';
import ReportsPage from '../reports/ReportsPage.tsx';
import { useText } from '../kit/text/useText.ts';
import { ReportTabs } from './reconciliations/ReportTabs.tsx';

/** Reports of what was sold by auction: kept, scheduled and downloaded as all reports are. */
export default function SoldReports() {
  const title = useText('navigation')('programmaticReports');
  return <ReportsPage presets={AUCTION_PRESETS} title={title} tabs={<ReportTabs />} />;
}
