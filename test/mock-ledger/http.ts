import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { z } from "zod";
import { type AutomationRules, automationRules } from "./automation.ts";
import type { Button } from "./device.ts";
import { MODELS, type ModelName, VENDOR_ID } from "./models.ts";
import type { ScreenLog } from "./screen-log.ts";
import type { Touch } from "./touch-screens.ts";

/** Serves the HTTP interface of Ledger's emulator: /apdu, /button, /finger, /events and /automation. */

export interface Handlers {
	/**
	 * Executes a command. Resolves to `null` if there is no answer, so that the connection ends. `onSent` runs
	 * after the answer was sent.
	 */
	exchange(
		data: string,
		gone: AbortSignal,
	): Promise<{ readonly data: string; readonly onSent: () => void } | null>;
	press(button: Button): void;
	touch(touch: Touch): void;
	readonly model: ModelName;
	automate(rules: AutomationRules): void;
	readonly screens: ScreenLog;
}

const apduBody = z.object({ data: z.string().regex(/^(?:[0-9a-fA-F]{2}){1,65540}$/) });
const buttonBody = z.object({ action: z.enum(["press", "release", "press-and-release"]).optional() });
const buttonName = z.enum(["left", "right", "both"]);
const fingerBody = z.object({
	action: z.literal("press-and-release", { error: "Only press-and-release is played." }),
	x: z.number(),
	y: z.number(),
	x2: z.number().optional(),
	y2: z.number().optional(),
	delay: z.number().default(0.1),
});
const MAX_BODY = 1_000_000;

async function readBody(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > MAX_BODY) throw new Error("too large");
		chunks.push(bytes);
	}
	const text = Buffer.concat(chunks).toString("utf8");
	return text === "" ? {} : JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "content-type": "application/json" });
	response.end(JSON.stringify(body));
}

function addressOf(server: Server): AddressInfo {
	const address = server.address();
	if (address === null || typeof address === "string")
		throw new Error("The emulated device does not listen.");
	return address;
}

/** Serves one device; drops connections while it is unplugged. */
export class DeviceServer {
	private readonly server: Server;
	private readonly handlers: Handlers;
	private readonly sockets = new Set<Socket>();
	private reachable = true;

	constructor(handlers: Handlers) {
		this.handlers = handlers;
		this.server = createServer((request, response) => {
			this.route(request, response).catch((error: unknown) => {
				if (response.headersSent) response.destroy();
				else send(response, 400, { error: error instanceof Error ? error.message : String(error) });
			});
		});
		this.server.on("connection", (socket) => {
			socket.on("error", () => socket.destroy());
			if (!this.reachable) {
				socket.destroy();
				return;
			}
			this.sockets.add(socket);
			socket.on("close", () => this.sockets.delete(socket));
		});
	}

	async listen(port: number): Promise<string> {
		await new Promise<void>((resolve, reject) => {
			this.server.once("error", reject);
			this.server.listen(port, "127.0.0.1", resolve);
		});
		return `http://127.0.0.1:${addressOf(this.server).port}`;
	}

	/** Sets whether the device is reachable. While it is not, every connection is destroyed. */
	setReachable(reachable: boolean): void {
		this.reachable = reachable;
		if (!reachable) for (const socket of this.sockets) socket.destroy();
	}

	async close(): Promise<void> {
		this.setReachable(false);
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
	}

	private async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "/", "http://127.0.0.1");
		const { screens } = this.handlers;
		const button = /^\/button\/(left|right|both)$/.exec(url.pathname)?.[1];
		const key = `${request.method} ${button === undefined ? url.pathname : "/button"}`;
		switch (key) {
			case "GET /":
				return send(response, 200, this.about());
			case "POST /apdu":
				return await this.exchange(request, response);
			case "POST /button": {
				const { action } = buttonBody.parse(await readBody(request));
				// A press counts only when it is released.
				if (action !== "press") this.handlers.press(buttonName.parse(button));
				return send(response, 200, {});
			}
			case "POST /finger": {
				const { x, y, x2 = x, y2 = y, delay } = fingerBody.parse(await readBody(request));
				this.handlers.touch({ x, y, x2, y2, delay });
				return send(response, 200, {});
			}
			case "GET /events":
				if (url.searchParams.get("stream") === "true") return screens.stream(response);
				return send(response, 200, {
					events: screens.events(url.searchParams.get("currentscreenonly") === "true"),
				});
			case "DELETE /events":
				screens.clear();
				return send(response, 200, {});
			case "POST /automation":
				this.handlers.automate(automationRules.parse(await readBody(request)));
				return send(response, 200, {});
			default:
				return send(response, 404, { error: "no such resource" });
		}
	}

	private about(): object {
		const { name, productId } = MODELS[this.handlers.model];
		return { device: `an emulated ${name}`, model: name, vendor_id: VENDOR_ID, product_id: productId };
	}

	private async exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { data } = apduBody.parse(await readBody(request));
		const gone = new AbortController();
		response.on("close", () => gone.abort());
		const answer = await this.handlers.exchange(data.toLowerCase(), gone.signal);
		if (answer === null || gone.signal.aborted) {
			response.destroy();
			return;
		}
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ data: answer.data }), answer.onSent);
	}
}
