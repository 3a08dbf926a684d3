import { EventEmitter } from "node:events";
import { NotOfferedError } from "./strict.ts";

// Listeners have different parameters. never[] accepts all of them, and only `emit` calls them.
export type Listener = (...args: never[]) => void;

/** An event with preventDefault, like the ones that Electron passes to listeners. */
export interface HostEvent {
	preventDefault: () => void;
	readonly defaultPrevented: boolean;
}

/** Creates an event. `members` are the details that Electron adds to the event itself. */
export function hostEvent<T extends object>(members: T): HostEvent & T {
	let prevented = false;
	return {
		...members,
		preventDefault() {
			prevented = true;
		},
		get defaultPrevented() {
			return prevented;
		},
	};
}

/**
 * Node's emitter, restricted to Electron's event names. Listening for an event that the host never emits
 * throws.
 */
export class HostEmitter {
	readonly emitter = new EventEmitter();
	private readonly owner: string;
	private readonly known: ReadonlySet<string>;

	constructor(owner: string, known: readonly string[]) {
		this.owner = owner;
		this.known = new Set(known);
	}

	private check(event: string): void {
		if (!this.known.has(event)) throw new NotOfferedError(`${this.owner} event "${event}"`);
	}

	on(event: string, listener: Listener): this {
		this.check(event);
		this.emitter.on(event, listener as (...args: unknown[]) => void);
		return this;
	}

	once(event: string, listener: Listener): this {
		this.check(event);
		this.emitter.once(event, listener as (...args: unknown[]) => void);
		return this;
	}

	addListener(event: string, listener: Listener): this {
		return this.on(event, listener);
	}

	off(event: string, listener: Listener): this {
		this.check(event);
		this.emitter.off(event, listener as (...args: unknown[]) => void);
		return this;
	}

	removeListener(event: string, listener: Listener): this {
		return this.off(event, listener);
	}

	removeAllListeners(event?: string): this {
		if (event !== undefined) this.check(event);
		this.emitter.removeAllListeners(event);
		return this;
	}

	listenerCount(event: string): number {
		return this.emitter.listenerCount(event);
	}

	/** Notifies listeners. Only the host's own files call it. */
	emit(event: string, ...args: unknown[]): boolean {
		this.check(event);
		return this.emitter.emit(event, ...args);
	}
}
