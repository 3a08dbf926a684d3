/**
 * In-memory store of the authorization server. Entries never expire, because the server checks their expiry.
 */

type Payload = Record<string, unknown>;

export class Memory {
	readonly #entries = new Map<string, Payload>();

	/** Returns the adapter factory for oidc-provider, which calls it once for each of its models. */
	adapter() {
		const entries = this.#entries;
		return (model: string) => {
			const key = (id: string) => `${model}:${id}`;
			const find = (name: string, value: string) =>
				[...entries].find(([at, payload]) => at.startsWith(`${model}:`) && payload[name] === value)?.[1];
			return {
				upsert: async (id: string, payload: Payload) => {
					entries.set(key(id), payload);
				},
				find: async (id: string) => entries.get(key(id)),
				findByUid: async (uid: string) => find("uid", uid),
				findByUserCode: async (code: string) => find("userCode", code),
				destroy: async (id: string) => {
					entries.delete(key(id));
				},
				consume: async (id: string) => {
					const payload = entries.get(key(id));
					if (payload !== undefined) payload["consumed"] = Math.floor(Date.now() / 1000);
				},
				revokeByGrantId: async (grantId: string) => {
					for (const [at, payload] of entries) if (payload["grantId"] === grantId) entries.delete(at);
				},
			};
		};
	}
}
