// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Moves.sol";

interface IPermit2Pull {
	struct Details {
		address token;
		uint160 amount;
		uint48 expiration;
		uint48 nonce;
	}
	struct Single {
		Details details;
		address spender;
		uint256 sigDeadline;
	}

	function transferFrom(address from, address to, uint160 amount, address token) external;

	function permit(address owner, Single memory single, bytes calldata signature) external;
}

/// Base of the routers: the market that they trade on, and wrapped ether.
abstract contract Trading {
	Market internal immutable market;
	address internal immutable weth;

	constructor(Market market_, address weth_) {
		market = market_;
		weth = weth_;
	}

	receive() external payable {}

	function _wrapIn(uint256 amount) internal {
		IWrapped(weth).deposit{value: amount}();
		Moves.pay(weth, address(market), amount);
	}

	function _unwrapTo(address to, uint256 amount) internal {
		IWrapped(weth).withdraw(amount);
		Moves.pay(address(0), to, amount);
	}
}

/// Uniswap v2 router.
contract RouterV2 is Trading {
	constructor(Market market_, address weth_) Trading(market_, weth_) {}

	modifier ensure(uint256 deadline) {
		require(deadline >= block.timestamp, "UniswapV2Router: EXPIRED");
		_;
	}

	function swapExactTokensForTokens(
		uint256 amountIn,
		uint256 amountOutMin,
		address[] calldata path,
		address to,
		uint256 deadline
	) external ensure(deadline) returns (uint256[] memory amounts) {
		Moves.pull(path[0], msg.sender, address(market), amountIn);
		amounts = _end(path, amountIn, amountOutMin, to);
	}

	function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
		external
		payable
		ensure(deadline)
		returns (uint256[] memory amounts)
	{
		_wrapIn(msg.value);
		amounts = _end(path, msg.value, amountOutMin, to);
	}

	function swapExactTokensForETH(
		uint256 amountIn,
		uint256 amountOutMin,
		address[] calldata path,
		address to,
		uint256 deadline
	) external ensure(deadline) returns (uint256[] memory amounts) {
		Moves.pull(path[0], msg.sender, address(market), amountIn);
		amounts = _end(path, amountIn, amountOutMin, address(this));
		_unwrapTo(to, amounts[path.length - 1]);
	}

	/// Uses as much of the sent ether as needed and refunds the rest.
	function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
		external
		payable
		ensure(deadline)
		returns (uint256[] memory amounts)
	{
		address wanted = path[path.length - 1];
		uint256 needed = (market.quote(wanted, weth, amountOut) * 1009) / 1000;
		require(needed <= msg.value, "UniswapV2Router: EXCESSIVE_INPUT_AMOUNT");
		_wrapIn(needed);
		amounts = _end(path, needed, amountOut, to);
		Moves.pay(address(0), msg.sender, msg.value - needed);
	}

	function _end(address[] calldata path, uint256 amountIn, uint256 least, address to)
		private
		returns (uint256[] memory amounts)
	{
		amounts = new uint256[](path.length);
		amounts[0] = amountIn;
		amounts[path.length - 1] = market.swap(path[0], path[path.length - 1], amountIn, to);
		require(amounts[path.length - 1] >= least, "UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT");
	}
}

/// Uniswap v3 routers. `multicall` runs several of their functions.
contract RouterV3 is Trading {
	struct ExactInputSingleParams {
		address tokenIn;
		address tokenOut;
		uint24 fee;
		address recipient;
		uint256 amountIn;
		uint256 amountOutMinimum;
		uint160 sqrtPriceLimitX96;
	}
	struct ExactInputSingleWithDeadline {
		address tokenIn;
		address tokenOut;
		uint24 fee;
		address recipient;
		uint256 deadline;
		uint256 amountIn;
		uint256 amountOutMinimum;
		uint160 sqrtPriceLimitX96;
	}
	struct ExactInputParams {
		bytes path;
		address recipient;
		uint256 amountIn;
		uint256 amountOutMinimum;
	}

	constructor(Market market_, address weth_) Trading(market_, weth_) {}

	function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256) {
		return _swap(params.tokenIn, params.tokenOut, params.amountIn, params.amountOutMinimum, params.recipient);
	}

	function exactInputSingle(ExactInputSingleWithDeadline calldata params) external payable returns (uint256) {
		require(params.deadline >= block.timestamp, "Transaction too old");
		return _swap(params.tokenIn, params.tokenOut, params.amountIn, params.amountOutMinimum, params.recipient);
	}

	function exactInput(ExactInputParams calldata params) external payable returns (uint256) {
		bytes calldata path = params.path;
		address first = address(bytes20(path[:20]));
		address last = address(bytes20(path[path.length - 20:]));
		return _swap(first, last, params.amountIn, params.amountOutMinimum, params.recipient);
	}

	function unwrapWETH9(uint256 least, address recipient) public payable {
		uint256 held = Moves.held(weth);
		require(held >= least, "Insufficient WETH9");
		if (held > 0) _unwrapTo(recipient, held);
	}

	function unwrapWETH9(uint256 least) external payable {
		unwrapWETH9(least, msg.sender);
	}

	function refundETH() external payable {
		if (address(this).balance > 0) Moves.pay(address(0), msg.sender, address(this).balance);
	}

	function sweepToken(address token, uint256 least, address recipient) external payable {
		uint256 held = Moves.held(token);
		require(held >= least, "Insufficient token");
		if (held > 0) Moves.pay(token, recipient, held);
	}

	function multicall(bytes[] calldata data) public payable returns (bytes[] memory results) {
		results = new bytes[](data.length);
		for (uint256 i; i < data.length; i++) {
			(bool ok, bytes memory said) = address(this).delegatecall(data[i]);
			require(ok, "a call inside failed");
			results[i] = said;
		}
	}

	function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory) {
		require(deadline >= block.timestamp, "Transaction too old");
		return multicall(data);
	}

	function _swap(address given, address wanted, uint256 amount, uint256 least, address recipient)
		private
		returns (uint256 out)
	{
		if (given == weth && address(this).balance >= amount) _wrapIn(amount);
		else Moves.pull(given, msg.sender, address(market), amount);
		address to = recipient == address(1) ? msg.sender : recipient;
		out = market.swap(given, wanted, amount, to == address(2) || to == address(0) ? address(this) : to);
		require(out >= least, "Too little received");
	}
}

/// Universal Router with the commands that apps use for swaps.
contract CommandsRouter is Trading {
	IPermit2Pull private immutable permit2;
	uint256 private constant ALL = 1 << 255;

	error InvalidCommandType(uint256 commandType);

	struct PoolKey {
		address currency0;
		address currency1;
		uint24 fee;
		int24 tickSpacing;
		address hooks;
	}
	struct ExactInputSingleParams {
		PoolKey poolKey;
		bool zeroForOne;
		uint128 amountIn;
		uint128 amountOutMinimum;
		bytes hookData;
	}

	constructor(Market market_, address weth_, IPermit2Pull permit2_) Trading(market_, weth_) {
		permit2 = permit2_;
	}

	function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable {
		require(deadline >= block.timestamp, "TransactionDeadlinePassed");
		require(commands.length == inputs.length, "LengthMismatch");
		for (uint256 i; i < commands.length; i++) _run(uint8(commands[i]) & 0x3f, inputs[i]);
	}

	function _run(uint256 command, bytes calldata input) private {
		if (command == 0x00) _swapV3(input);
		else if (command == 0x04) _sweep(input);
		else if (command == 0x05) _transfer(input);
		else if (command == 0x06) _payPortion(input);
		else if (command == 0x08) _swapV2(input);
		else if (command == 0x0a) _permit(input);
		else if (command == 0x0b) _wrap(input);
		else if (command == 0x0c) _unwrap(input);
		else if (command == 0x10) _swapV4(input);
		else revert InvalidCommandType(command);
	}

	function _swapV3(bytes calldata input) private {
		(address to, uint256 amount, uint256 least, bytes memory path, bool payerIsUser) =
			abi.decode(input, (address, uint256, uint256, bytes, bool));
		address first;
		address last;
		uint256 end = path.length;
		assembly {
			first := shr(96, mload(add(path, 32)))
			last := shr(96, mload(add(path, add(12, end))))
		}
		_swap(first, last, amount, least, to, payerIsUser);
	}

	function _swapV2(bytes calldata input) private {
		(address to, uint256 amount, uint256 least, address[] memory path, bool payerIsUser) =
			abi.decode(input, (address, uint256, uint256, address[], bool));
		_swap(path[0], path[path.length - 1], amount, least, to, payerIsUser);
	}

	function _swap(address given, address wanted, uint256 amount, uint256 least, address to, bool byUser) private {
		uint256 put = amount;
		if (byUser) {
			permit2.transferFrom(msg.sender, address(market), uint160(amount), given);
		} else {
			put = amount == ALL ? Moves.held(given) : amount;
			Moves.pay(given, address(market), put);
		}
		require(market.swap(given, wanted, put, _who(to)) >= least, "TooLittleReceived");
	}

	/// SWAP_EXACT_IN_SINGLE, SETTLE_ALL and TAKE_ALL, as Uniswap's app sends them.
	function _swapV4(bytes calldata input) private {
		(bytes memory actions, bytes[] memory params) = abi.decode(input, (bytes, bytes[]));
		require(
			actions.length == 3 && actions[0] == 0x06 && actions[1] == 0x0c && actions[2] == 0x0f,
			"UnsupportedAction"
		);
		ExactInputSingleParams memory swapped = abi.decode(params[0], (ExactInputSingleParams));
		(address given, uint256 most) = abi.decode(params[1], (address, uint256));
		(address wanted, uint256 least) = abi.decode(params[2], (address, uint256));
		require(swapped.amountIn <= most, "V4TooMuchRequested");
		if (given == address(0)) Moves.pay(given, address(market), swapped.amountIn);
		else permit2.transferFrom(msg.sender, address(market), uint160(swapped.amountIn), given);
		uint256 out = market.swap(given, wanted, swapped.amountIn, msg.sender);
		require(out >= least && out >= swapped.amountOutMinimum, "V4TooLittleReceived");
	}

	function _permit(bytes calldata input) private {
		(IPermit2Pull.Single memory single, bytes memory signature) = abi.decode(input, (IPermit2Pull.Single, bytes));
		permit2.permit(msg.sender, single, signature);
	}

	function _wrap(bytes calldata input) private {
		(address to, uint256 amount) = abi.decode(input, (address, uint256));
		uint256 put = amount == ALL ? address(this).balance : amount;
		IWrapped(weth).deposit{value: put}();
		if (_who(to) != address(this)) Moves.pay(weth, _who(to), put);
	}

	function _unwrap(bytes calldata input) private {
		(address to, uint256 least) = abi.decode(input, (address, uint256));
		uint256 held = Moves.held(weth);
		require(held >= least, "InsufficientETH");
		_unwrapTo(_who(to), held);
	}

	function _sweep(bytes calldata input) private {
		(address token, address to, uint256 least) = abi.decode(input, (address, address, uint256));
		uint256 held = Moves.held(token);
		require(held >= least, "InsufficientToken");
		if (held > 0) Moves.pay(token, _who(to), held);
	}

	function _transfer(bytes calldata input) private {
		(address token, address to, uint256 amount) = abi.decode(input, (address, address, uint256));
		Moves.pay(token, _who(to), amount);
	}

	function _payPortion(bytes calldata input) private {
		(address token, address to, uint256 bips) = abi.decode(input, (address, address, uint256));
		Moves.pay(token, _who(to), (Moves.held(token) * bips) / 10_000);
	}

	function _who(address to) private view returns (address) {
		if (to == address(1)) return msg.sender;
		return to == address(2) ? address(this) : to;
	}
}

/// 1inch router, version 6.
contract InchRouter is Trading {
	struct SwapDescription {
		address srcToken;
		address dstToken;
		address payable srcReceiver;
		address payable dstReceiver;
		uint256 amount;
		uint256 minReturnAmount;
		uint256 flags;
	}

	constructor(Market market_, address weth_) Trading(market_, weth_) {}

	function swap(address, SwapDescription calldata desc, bytes calldata)
		external
		payable
		returns (uint256 returnAmount, uint256 spentAmount)
	{
		if (Moves.isEther(desc.srcToken)) Moves.pay(address(0), address(market), desc.amount);
		else Moves.pull(desc.srcToken, msg.sender, address(market), desc.amount);
		address to = desc.dstReceiver == address(0) ? msg.sender : desc.dstReceiver;
		spentAmount = desc.amount;
		returnAmount = market.swap(desc.srcToken, desc.dstToken, desc.amount, to);
		require(returnAmount >= desc.minReturnAmount, "ReturnAmountIsNotEnough");
	}

	/// The original word contains a pool and flags. Here its lowest 160 bits are the token to buy.
	function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) external returns (uint256 out) {
		Moves.pull(address(uint160(token)), msg.sender, address(market), amount);
		require(uint160(dex) == uint160(address(market)), "BadPool");
		address wanted = address(uint160(token)) == weth ? 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 : weth;
		out = market.swap(address(uint160(token)), wanted, amount, msg.sender);
		require(out >= minReturn, "ReturnAmountIsNotEnough");
	}
}

/// 0x's AllowanceHolder, which gives a spender an amount of the caller's tokens for the duration of one call.
contract AllowanceHolder {
	mapping(bytes32 => uint256) private lent;

	function exec(address operator, address token, uint256 amount, address payable target, bytes calldata data)
		external
		payable
		returns (bytes memory)
	{
		bytes32 slot = keccak256(abi.encode(operator, msg.sender, token));
		lent[slot] = amount;
		(bool ok, bytes memory said) = target.call{value: msg.value}(abi.encodePacked(data, msg.sender));
		require(ok, "the call inside failed");
		lent[slot] = 0;
		return said;
	}

	function transferFrom(address token, address owner, address recipient, uint256 amount) external returns (bool) {
		lent[keccak256(abi.encode(msg.sender, owner, token))] -= amount;
		Moves.pull(token, owner, recipient, amount);
		return true;
	}

	function balanceOf(address) external pure {}
}

/// 0x's Settler. It takes tokens through the AllowanceHolder, trades on the market, and checks what the
/// recipient received.
contract Settler is Trading {
	AllowanceHolder private immutable holder;

	struct AllowedSlippage {
		address payable recipient;
		address buyToken;
		uint256 minAmountOut;
	}

	constructor(Market market_, address weth_, AllowanceHolder holder_) Trading(market_, weth_) {
		holder = holder_;
	}

	function execute(AllowedSlippage calldata slippage, bytes[] calldata actions, bytes32)
		external
		payable
		returns (bool)
	{
		address taker = msg.sender == address(holder) ? address(bytes20(msg.data[msg.data.length - 20:])) : msg.sender;
		(address given, uint256 amount) = abi.decode(actions[0][4:], (address, uint256));
		if (Moves.isEther(given)) Moves.pay(given, address(market), amount);
		else holder.transferFrom(given, taker, address(market), amount);
		uint256 out = market.swap(given, slippage.buyToken, amount, slippage.recipient);
		require(out >= slippage.minAmountOut, "TooMuchSlippage");
		return true;
	}
}

/// ParaSwap's Augustus, version 6.
contract Augustus is Trading {
	struct GenericData {
		address srcToken;
		address destToken;
		uint256 fromAmount;
		uint256 toAmount;
		uint256 quotedAmount;
		bytes32 metadata;
		address payable beneficiary;
	}

	constructor(Market market_, address weth_) Trading(market_, weth_) {}

	function swapExactAmountIn(address, GenericData calldata data, uint256, bytes calldata, bytes calldata)
		external
		payable
		returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)
	{
		if (Moves.isEther(data.srcToken)) Moves.pay(address(0), address(market), data.fromAmount);
		else Moves.pull(data.srcToken, msg.sender, address(market), data.fromAmount);
		address to = data.beneficiary == address(0) ? msg.sender : data.beneficiary;
		receivedAmount = market.swap(data.srcToken, data.destToken, data.fromAmount, to);
		require(receivedAmount >= data.toAmount, "InsufficientReturnAmount");
		return (receivedAmount, paraswapShare, partnerShare);
	}
}

/// The functions of CoW's settlement that order owners call.
contract CowSettlement {
	mapping(bytes => uint256) public preSignature;
	event PreSignature(address indexed owner, bytes orderUid, bool signed);

	function setPreSignature(bytes calldata orderUid, bool signed) external {
		require(address(bytes20(orderUid[32:52])) == msg.sender, "GPv2: cannot presign order");
		preSignature[orderUid] = signed ? uint256(keccak256("GPv2Signing.Scheme.PreSign")) : 0;
		emit PreSignature(msg.sender, orderUid, signed);
	}
}

/// CoW orders that sell ether. The ether stays here until the order is filled or cancelled.
contract CowEthFlow {
	struct OrderData {
		address buyToken;
		address receiver;
		uint256 sellAmount;
		uint256 buyAmount;
		bytes32 appData;
		uint256 feeAmount;
		uint32 validTo;
		bool partiallyFillable;
		int64 quoteId;
	}
	mapping(bytes32 => address) public orders;
	event OrderPlacement(address indexed sender, bytes32 orderHash);

	function createOrder(OrderData calldata order) external payable returns (bytes32 orderHash) {
		require(msg.value == order.sellAmount + order.feeAmount, "IncorrectEthAmount");
		require(order.receiver != address(0), "ReceiverMustBeSet");
		orderHash = keccak256(abi.encode(order));
		require(orders[orderHash] == address(0), "OrderIsAlreadyOwned");
		orders[orderHash] = msg.sender;
		emit OrderPlacement(msg.sender, orderHash);
	}
}

/// Curve pool of three dollar tokens.
contract ThreePool {
	Market private immutable market;
	address[3] public coins;
	IShares private immutable shares;

	constructor(Market market_, address[3] memory coins_, IShares shares_) {
		market = market_;
		coins = coins_;
		shares = shares_;
	}

	function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external {
		address given = coins[uint256(int256(i))];
		Moves.pull(given, msg.sender, address(market), dx);
		uint256 out = market.swap(given, coins[uint256(int256(j))], dx, msg.sender);
		require(out >= min_dy, "Exchange resulted in fewer coins than expected");
	}

	function add_liquidity(uint256[3] calldata amounts, uint256 min_mint_amount) external {
		uint256 minted;
		for (uint256 i; i < 3; i++) {
			if (amounts[i] == 0) continue;
			Moves.pull(coins[i], msg.sender, address(market), amounts[i]);
			minted += (amounts[i] * market.price(coins[i])) / 1e12;
		}
		require(minted >= min_mint_amount, "Slippage screwed you");
		shares.mint(msg.sender, minted);
	}
}

interface IShares {
	function mint(address to, uint256 amount) external;
}
