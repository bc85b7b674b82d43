import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isModuleLoadError } from '../../shared/web/modules.ts';
import { Boundary, type FallbackProps } from '../app/boundary/Boundary.tsx';
import { Button } from './ui/controls/Button.tsx';
import { Notice } from './ui/display/Notice.tsx';
import { useNetworkStatus, useOnReconnect } from './useNetworkStatus.ts';

interface LazyPartProps {
  fallback?: ReactNode;
  children: ReactNode;
}
/**
 * A part of a page whose file is loaded when it is needed. Where the file does not come, the part alone says so, and
 * asks for it again with the link: the rest of the page stays, and so does what was typed there or is being sent.
 */
export const LazyPart = ({ fallback = null, children }: LazyPartProps) => (
  <Boundary name="part" handles={isModuleLoadError} fallback={props => <NotLoaded {...props} />}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);

function NotLoaded({ reset }: FallbackProps) {
  const { t } = useTranslation('navigation');
  useOnReconnect(useNetworkStatus() === 'online', reset);
  return (
    <Notice tone="warn" title={t('failure.network')}>
      <Button variant="outline" onClick={reset}>
        {t('failure.now')}
      </Button>
    </Notice>
  );
}
