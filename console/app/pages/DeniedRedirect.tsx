import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect } from 'wouter';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';

/** Leads away from a page that is not the user's, and says so where he arrives. */
export function DeniedRedirect({ to }: { to: string }) {
  const { t } = useTranslation('navigation');
  const toast = useToast();
  useEffect(() => toast({ tone: 'warn', title: t('denied.redirected') }), [toast, t]);
  return <Redirect to={to} replace />;
}
