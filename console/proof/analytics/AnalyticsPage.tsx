import { useSearchParams } from 'wouter';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { LazyPart } from '../../kit/LazyPart.tsx';
import Overview from './Overview.tsx';

const ReportsPage = lazyPanel(() => import('../../reports/ReportsPage.tsx'), ['reports', 'reportFiles']);

/** Figures, or the reports made of them: those of a tenant without the portal have no address of their own. */
export default function AnalyticsPage() {
  const [params] = useSearchParams();
  if (params.get('show') !== 'reports') return <Overview />;
  return (
    <LazyPart>
      <ReportsPage />
    </LazyPart>
  );
}
