/** Types of the parts of oidc-provider that the mock service uses; the package has none. */
declare module "oidc-provider" {
	import type { IncomingMessage, ServerResponse } from "node:http";

	interface Context {
		status: number;
		body: unknown;
		readonly path: string;
		readonly oidc?: { readonly route?: string; readonly params?: Readonly<Record<string, unknown>> };
	}

	interface Grant {
		addResourceScope(resource: string, scope: string): void;
		addOIDCScope(scope: string): void;
		/** @returns its id */
		save(): Promise<string>;
	}

	interface DeviceCode {
		readonly clientId: string;
		readonly params: Readonly<Record<string, unknown>>;
		readonly isExpired: boolean;
		accountId?: string;
		grantId?: string;
		scope?: string;
		resource?: string | readonly string[];
		authTime?: number;
		error?: string;
		errorDescription?: string;
		save(): Promise<string>;
	}

	interface Interaction {
		readonly uid: string;
		readonly params: Readonly<Record<string, unknown>>;
	}

	export class Provider {
		constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
		callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
		use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
		on(event: string, listener: (...facts: unknown[]) => void): void;
		readonly Grant: new (of: {
			readonly accountId: string;
			readonly clientId: string;
		}) => Grant;
		readonly DeviceCode: { findByUserCode(code: string): Promise<DeviceCode | undefined> };
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
		interactionFinished(
			request: IncomingMessage,
			response: ServerResponse,
			result: Readonly<Record<string, unknown>>,
		): Promise<void>;
	}

	export const errors: {
		readonly InvalidClientMetadata: new (description: string) => Error;
		readonly InvalidTarget: new (description?: string) => Error;
	};
}
