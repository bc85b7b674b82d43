/** Every page behind the sign-in. The first match wins, so a literal segment stands before `:id`. */
import { adminRoutes } from './admin.ts';
import { businessRoutes } from './business.ts';
import { ownerRoutes } from './owner.ts';
import { playerConfigRoutes } from './playerConfig.ts';
import { programmaticRoutes } from './programmatic.ts';
import type { Route } from './route.ts';
import { workspaceRoutes } from './workspace.ts';

export const routes: readonly Route[] = [
  ...adminRoutes,
  ...ownerRoutes,
  ...workspaceRoutes,
  ...programmaticRoutes,
  ...playerConfigRoutes,
  ...businessRoutes,
];
