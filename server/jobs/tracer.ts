/** Under this name the spans of the server go to OpenTelemetry, where it is set up. */
export const TRACER = 'wayside';
