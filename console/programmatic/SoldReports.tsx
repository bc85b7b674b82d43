import { AUCTION_PRESETS } from '../../shared/contract/reports/report.ts';
import ReportsPage from '../reports/ReportsPage.tsx';
import { useText } from '../kit/text/useText.ts';

/** Reports of what was sold by auction: kept, scheduled and downloaded as all reports are. */
export default function SoldReports() {
  return <ReportsPage presets={AUCTION_PRESETS} title={useText('navigation')('programmaticReports')} />;
}
