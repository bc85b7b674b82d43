/** The Fastify application: limits, headers, access policies and the routes of each area. */
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { uuid7 } from '../../shared/random.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import '../../shared/contract/wire/messages.ts';
import { errorRecordRoutes } from '../trust/errorRecords/errors.ts';
import { contentRoutes } from '../content/routes.ts';
import { auditRoutes } from '../trust/audit/routes.ts';
import { migrationRoutes } from '../trust/migration/routes.ts';
import { complianceRoutes } from '../trust/compliance/routes.ts';
import { platformFigures } from '../trust/system/figures.ts';
import { systemRoutes } from '../trust/system/routes.ts';
import { openStatus } from '../trust/system/status.ts';
import { billingRoutes } from '../sales/billing/billingRoutes.ts';
import { contractRoutes } from '../sales/contracts/contractRoutes.ts';
import { adapterRoutes } from '../programmatic/adapters/routes.ts';
import { auctionRoutes } from '../programmatic/auctions/routes.ts';
import { budgetRoutes } from '../sales/budgets/budgetRoutes.ts';
import { businessRoutes } from '../sales/business/businessRoutes.ts';
import { disputeRoutes } from '../sales/disputes/disputeRoutes.ts';
import { earningRoutes } from '../sales/earnings/earningRoutes.ts';
import { supportRoutes } from '../trust/support/routes.ts';
import { subTenantRoutes, tenantRoutes, userRoutes } from '../identity/adminRoutes.ts';
import { demoRoutes } from '../demo/remove.ts';
import { integrationRoutes } from '../identity/tenants/integrations.ts';
import { whiteLabelRoutes } from '../identity/whiteLabel/routes.ts';
import { settingsRoutes } from '../identity/tenants/settings.ts';
import { authRoutes } from '../identity/routes.ts';
import { openSignInWith } from '../identity/oauth/credentials.ts';
import { openSessions } from '../identity/session/sessions.ts';
import type { Network } from '../fleet/link/network.ts';
import { fleetRoutes } from './fleetRoutes.ts';
import type { Server } from '../context/server.ts';
import { updateRoutes } from '../fleet/builds/routes.ts';
import { guard } from '../http/guard.ts';
import { installDocs } from './docs.ts';
import { alertsRoutes } from '../alerts/routes.ts';
import { addAlertsVersion } from '../alerts/screens/routes.ts';
import { openAlertSets } from '../alerts/screens/sets.ts';
import { openPartners } from '../alerts/police/partners.ts';
import { installHourlyJobs } from './hourly.ts';
import { installFailures, sendFailure } from '../http/failures.ts';
import { healthRoutes } from '../http/health.ts';
import { logOptions, RequestLog } from '../http/log.ts';
import { installMetrics } from '../http/metrics.ts';
import { hostsOf } from '../fleet/link/signature.ts';
import { closeSilentConnections } from './closeConnections.ts';
import { gzipAnswers, gunzipBody } from '../http/gzip.ts';
import { playerConfigRoutes } from '../playout/config/routes.ts';
import { scheduleRoutes } from '../playout/schedule/routes.ts';
import { simulationRoutes } from '../sales/simulation.ts';
import { qrRoutes } from '../playout/qr/routes.ts';
import { weatherRoutes } from '../playout/weather/routes.ts';
import { installPartnerCalls } from '../programmatic/calls/install.ts';
import { reportRoutes } from '../reports/routes.ts';
import { campaignRoutes } from '../sales/campaigns/routes.ts';
import { programmaticRoutes } from '../programmatic/programmaticRoutes.ts';
import { listingRoutes } from '../sales/listings/listingRoutes.ts';
import { mockDspRoutes } from '../programmatic/mockDsp/routes.ts';
import { testerRoutes } from '../programmatic/tester/routes.ts';
import { traceRequests } from './traces.ts';
import { pageRoutes } from './pages.ts';
import { requirePolicy } from '../http/route.ts';

/** All in ms or bytes; none is left to a default that means "no limit". */
const LIMITS = {
  connectionTimeout: 60_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  bodyLimit: 1_048_576,
} as const;
const MAX_HEADER_BYTES = 16_384;
const MAX_PARAM_CHARS = 200;

export async function buildApp(server: Server, network: Network): Promise<FastifyInstance> {
  const { config } = server;
  const app = Fastify({
    ...LIMITS,
    ...(config.tls
      ? { https: { ...config.tls, maxHeaderSize: MAX_HEADER_BYTES } }
      : { http: { maxHeaderSize: MAX_HEADER_BYTES } }),
    logger: logOptions(config.logLevel),
    logController: new RequestLog(),
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => uuid7(server.clock.now()),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    /** Errors before routing: no hook has run. */
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendFailure(error, request, reply.header('x-request-id', request.id)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_CHARS },
  } as object) as unknown as FastifyInstance;

  app.decorate('wayside', server);
  app.decorate('userHandlers', new Map());
  if (config.tracesUrl !== null) traceRequests(app);
  requirePolicy(app);
  refuseTwoHosts(app);
  closeSilentConnections(app, server.clock);
  installFailures(app);
  keepRawBody(app);
  gzipAnswers(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    /** Without TLS a proxy sets HSTS; on plain-http loopback it would lock the browser out. */
    hsts: config.tls !== null,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: false,
  });
  const readStatus = openStatus(server);
  const observe = installMetrics(app, platformFigures(server, readStatus));
  await installDocs(app, server);

  const sessions = openSessions(server);
  guard(app, server, { sessions, network, partners: openPartners(server) });
  const alerts = await openAlertSets(server);
  addAlertsVersion(app, alerts);
  healthRoutes(app, server);
  authRoutes(app, server, sessions);
  userRoutes(app, server);
  tenantRoutes(app);
  subTenantRoutes(app);
  weatherRoutes(app);
  simulationRoutes(app);
  scheduleRoutes(app);
  campaignRoutes(app);
  reportRoutes(app, server);
  playerConfigRoutes(app);
  qrRoutes(app);
  settingsRoutes(app);
  whiteLabelRoutes(app, server);
  integrationRoutes(app);
  demoRoutes(app);
  auditRoutes(app, server);
  errorRecordRoutes(app, server);
  supportRoutes(app, server);
  systemRoutes(app, server, readStatus);
  complianceRoutes(app);
  migrationRoutes(app);
  contractRoutes(app);
  billingRoutes(app, server);
  earningRoutes(app);
  budgetRoutes(app);
  businessRoutes(app);
  disputeRoutes(app);
  installPartnerCalls(app, server);
  auctionRoutes(app);
  adapterRoutes(app);
  installHourlyJobs(app, server);
  updateRoutes(app);
  fleetRoutes(app, server, { network, alerts, observe });
  alertsRoutes(app, server);
  contentRoutes(app, server);
  listingRoutes(app);
  programmaticRoutes(app);
  testerRoutes(app, server);
  mockDspRoutes(app, server);
  await pageRoutes(app, openSignInWith(server));
  return app;
}

/** Fastify trusts no number; so many hops from this end are the operator's own proxies. */
const trustedProxies = (proxies: boolean | number) =>
  typeof proxies === 'boolean' ? proxies : (_address: string, hop: number) => hop < proxies;

function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      hostsOf(request.raw) > 1
        ? new AppError('VALIDATION', 'A request names one Host.', { Host: ['One'] })
        : undefined,
    );
  });
}

/** Keeps the raw bytes of JSON bodies because a player signs the bytes, not the value. */
function keepRawBody(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    if (request.is404) return done(null, {});
    void app
      .admitBeforeBody(request)
      .then(() => gunzipBody(request, body as Buffer))
      .then(bytes => {
        if (bytes.length === 0) done(null, {});
        else void parse(request, bytes.toString('utf8'), done);
      }, done);
  });
}
