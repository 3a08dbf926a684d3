/** In-memory store of the authorization server; nothing in it expires by itself, since the server checks. */

type Payload = Record<string, unknown>;

export class Memory {
	readonly #held = new Map<string, Payload>();

	/** For oidc-provider: one for each of its models. */
	adapter() {
		const held = this.#held;
		return (model: string) => {
			const key = (id: string) => `${model}:${id}`;
			const find = (name: string, value: string) =>
				[...held].find(([at, payload]) => at.startsWith(`${model}:`) && payload[name] === value)?.[1];
			return {
				upsert: async (id: string, payload: Payload) => {
					held.set(key(id), payload);
				},
				find: async (id: string) => held.get(key(id)),
				findByUid: async (uid: string) => find("uid", uid),
				findByUserCode: async (code: string) => find("userCode", code),
				destroy: async (id: string) => {
					held.delete(key(id));
				},
				consume: async (id: string) => {
					const payload = held.get(key(id));
					if (payload !== undefined) payload["consumed"] = Math.floor(Date.now() / 1000);
				},
				revokeByGrantId: async (grantId: string) => {
					for (const [at, payload] of held) if (payload["grantId"] === grantId) held.delete(at);
				},
			};
		};
	}
}
