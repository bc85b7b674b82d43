import { useEffect, useState, type ReactNode } from 'react';
import { useAuth, useSignedIn } from '../../../app/session/auth.tsx';
import { ToastsContext, useToasts } from './useToasts.ts';

/** Toasts name what is the tenant's: they go when the user switches to another, and what ends later says nothing there. */
export function TenantToasts({ children }: { children: ReactNode }) {
  const all = useToasts();
  const { store } = useAuth();
  const { user } = useSignedIn();
  const { id, tenant_id } = user;
  const [own] = useState(() => {
    const isElsewhere = () => {
      const now = store.getState();
      return now.at === 'authenticated' && (now.user.id !== id || now.user.tenant_id !== tenant_id);
    };
    return {
      toasts: { ...all, show: (toast: Parameters<typeof all.show>[0]) => isElsewhere() || all.show(toast) },
      leave: () => void (isElsewhere() && all.clear()),
    };
  });
  useEffect(() => own.leave, [own]);
  return <ToastsContext value={own.toasts}>{children}</ToastsContext>;
}
