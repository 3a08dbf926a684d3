// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {OpenCoin, ICoin, Items} from "./Coins.sol";

/// Liquidity positions as NFTs, like Uniswap v3's position manager. One unit of liquidity is one unit of each
/// token.
contract LiquidityItems is Items {
    struct Held {
        address token0;
        address token1;
        uint128 liquidity;
        uint128 owed0;
        uint128 owed1;
    }

    struct DecreaseLiquidityParams {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct CollectParams {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    mapping(uint256 => Held) internal held;

    event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1);
    event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1);

    /// The contract must already hold the tokens.
    function fill(uint256 tokenId, address token0, address token1, uint128 liquidity, uint128 fees) external {
        require(held[tokenId].token0 == address(0), "filled already");
        held[tokenId] = Held(token0, token1, liquidity, fees, fees);
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        payable
        returns (uint256 amount0, uint256 amount1)
    {
        require(mayUse(msg.sender, params.tokenId), "Not approved");
        require(block.timestamp <= params.deadline, "Transaction too old");
        Held storage position = held[params.tokenId];
        position.liquidity -= params.liquidity;
        position.owed0 += params.liquidity;
        position.owed1 += params.liquidity;
        (amount0, amount1) = (params.liquidity, params.liquidity);
        emit DecreaseLiquidity(params.tokenId, params.liquidity, amount0, amount1);
    }

    function collect(CollectParams calldata params) external payable returns (uint256 amount0, uint256 amount1) {
        require(mayUse(msg.sender, params.tokenId), "Not approved");
        Held storage position = held[params.tokenId];
        address to = params.recipient == address(0) ? address(this) : params.recipient;
        amount0 = params.amount0Max < position.owed0 ? params.amount0Max : position.owed0;
        amount1 = params.amount1Max < position.owed1 ? params.amount1Max : position.owed1;
        position.owed0 -= uint128(amount0);
        position.owed1 -= uint128(amount1);
        if (to != address(this)) {
            ICoin(position.token0).transfer(to, amount0);
            ICoin(position.token1).transfer(to, amount1);
        }
        emit Collect(params.tokenId, to, amount0, amount1);
    }

    /// Like the original, it sends collected tokens to itself first. Here the caller's part is not separated.
    function sweepToken(address token, uint256 amountMinimum, address recipient) external payable {
        require(amountMinimum > 0, "Insufficient token");
        require(ICoin(token).transfer(recipient, amountMinimum), "not paid out");
    }

    function multicall(bytes[] calldata data) external payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 index; index < data.length; index += 1) {
            (bool ok, bytes memory told) = address(this).delegatecall(data[index]);
            require(ok, "the call inside failed");
            results[index] = told;
        }
    }
}

/// Shares of a pair (Uniswap v2 and its forks). One share is one unit of each token.
contract PairShares is OpenCoin {
    address public immutable token0;
    address public immutable token1;

    constructor(string memory name_, string memory symbol_, address token0_, address token1_) OpenCoin(name_, symbol_, 18) {
        token0 = token0_;
        token1 = token1_;
    }

    /// Like the pair's `burn`: burns the shares that the contract holds and pays out both tokens.
    function burn(address to) external returns (uint256, uint256) {
        uint256 shares = balanceOf[address(this)];
        burn(address(this), shares);
        ICoin(token0).transfer(to, shares);
        ICoin(token1).transfer(to, shares);
        return (shares, shares);
    }
}

interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

/**
 * Routers of old forks: the functions of v2 and exactInputSingle and exactInput of v3. They pay from their
 * own balance, at prices in thousandths that anyone can set.
 */
contract OldRouter {
    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    address public immutable pair;
    mapping(address => mapping(address => uint256)) public thousandths;

    constructor(address pair_) {
        pair = pair_;
    }

    function setPrice(address tokenIn, address tokenOut, uint256 price) external {
        thousandths[tokenIn][tokenOut] = price;
    }

    function removeLiquidity(
        address,
        address,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external returns (uint256 amountA, uint256 amountB) {
        require(block.timestamp <= deadline, "EXPIRED");
        require(ICoin(pair).transferFrom(msg.sender, pair, liquidity), "not paid");
        (amountA, amountB) = PairShares(pair).burn(to);
        require(amountA >= amountAMin && amountB >= amountBMin, "INSUFFICIENT_AMOUNT");
    }

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts) {
        require(block.timestamp <= deadline, "EXPIRED");
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        amounts[path.length - 1] = trade(path[0], path[path.length - 1], amountIn, amountOutMin, to);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        returns (uint256[] memory amounts)
    {
        require(block.timestamp <= deadline, "EXPIRED");
        address last = path[path.length - 1];
        uint256 out = (msg.value * thousandths[path[0]][last]) / 1000;
        require(out >= amountOutMin, "INSUFFICIENT_OUTPUT_AMOUNT");
        require(ICoin(last).transfer(to, out), "not paid out");
        amounts = new uint256[](path.length);
        amounts[0] = msg.value;
        amounts[path.length - 1] = out;
    }

    function exactInputSingle(ExactInputSingleParams calldata params) public payable returns (uint256) {
        return
            trade(params.tokenIn, params.tokenOut, params.amountIn, params.amountOutMinimum, params.recipient);
    }

    function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory results) {
        require(block.timestamp <= deadline, "Transaction too old");
        results = new bytes[](data.length);
        for (uint256 index; index < data.length; index += 1) {
            (bool ok, bytes memory told) = address(this).delegatecall(data[index]);
            require(ok, "the call inside failed");
            results[index] = told;
        }
    }

    function sweepToken(address token, uint256 amountMinimum, address recipient) external payable {
        uint256 here = ICoin(token).balanceOf(address(this));
        require(here >= amountMinimum, "Insufficient token");
        require(ICoin(token).transfer(recipient, amountMinimum), "not paid out");
    }

    function trade(address tokenIn, address tokenOut, uint256 amountIn, uint256 least, address to)
        private
        returns (uint256 out)
    {
        out = (amountIn * thousandths[tokenIn][tokenOut]) / 1000;
        require(out >= least, "Too little received");
        require(ICoin(tokenIn).transferFrom(msg.sender, address(this), amountIn), "not paid");
        // 2 means the router itself (ADDRESS_THIS). The bought tokens are swept later.
        if (to != address(2)) require(ICoin(tokenOut).transfer(to, out), "not paid out");
    }

    receive() external payable {}
}

interface IPermitted {
    function transferFrom(address from, address to, uint160 amount, address token) external;
}

/**
 * The commands of the first Universal Router that the corpus uses, with its special addresses. It pays from
 * its own balance, at prices in thousandths that anyone can set.
 */
contract CommandRouter {
    IPermitted public immutable permit2;
    IWrapped public immutable weth;
    mapping(address => mapping(address => uint256)) public thousandths;

    constructor(IPermitted permit2_, IWrapped weth_) {
        permit2 = permit2_;
        weth = weth_;
    }

    function setPrice(address tokenIn, address tokenOut, uint256 price) external {
        thousandths[tokenIn][tokenOut] = price;
    }

    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable {
        require(block.timestamp <= deadline, "TransactionDeadlinePassed");
        require(commands.length == inputs.length, "LengthMismatch");
        for (uint256 index; index < commands.length; index += 1) run(uint8(commands[index]) & 0x3f, inputs[index]);
    }

    function run(uint8 command, bytes calldata input) private {
        if (command == 0x00) swap3(input);
        else if (command == 0x08) swap2(input);
        else if (command == 0x02) {
            (address token, address to, uint160 amount) = abi.decode(input, (address, address, uint160));
            permit2.transferFrom(msg.sender, party(to), amount, token);
        } else if (command == 0x04) {
            (address token, address to, uint256 least) = abi.decode(input, (address, address, uint256));
            uint256 here = held(token);
            require(here >= least, "InsufficientToken");
            pay(token, party(to), here);
        } else if (command == 0x05) {
            (address token, address to, uint256 amount) = abi.decode(input, (address, address, uint256));
            pay(token, party(to), amount);
        } else if (command == 0x06) {
            (address token, address to, uint256 bips) = abi.decode(input, (address, address, uint256));
            pay(token, party(to), (held(token) * bips) / 10_000);
        } else if (command == 0x0b) {
            (address to, uint256 amount) = abi.decode(input, (address, uint256));
            uint256 all = amount == 1 << 255 ? address(this).balance : amount;
            weth.deposit{value: all}();
            if (party(to) != address(this)) pay(address(weth), party(to), all);
        } else if (command == 0x0c) {
            (address to, uint256 least) = abi.decode(input, (address, uint256));
            uint256 here = ICoin(address(weth)).balanceOf(address(this));
            require(here >= least, "InsufficientETH");
            weth.withdraw(here);
            pay(address(0), party(to), here);
        } else {
            revert("InvalidCommandType");
        }
    }

    function swap3(bytes calldata input) private {
        (address to, uint256 amountIn, uint256 least, bytes memory path, bool byUser) =
            abi.decode(input, (address, uint256, uint256, bytes, bool));
        address tokenIn;
        address tokenOut;
        uint256 end = path.length;
        assembly {
            tokenIn := shr(96, mload(add(path, 32)))
            tokenOut := shr(96, mload(add(path, add(12, end))))
        }
        trade(tokenIn, tokenOut, amountIn, least, to, byUser);
    }

    function swap2(bytes calldata input) private {
        (address to, uint256 amountIn, uint256 least, address[] memory path, bool byUser) =
            abi.decode(input, (address, uint256, uint256, address[], bool));
        trade(path[0], path[path.length - 1], amountIn, least, to, byUser);
    }

    function trade(address tokenIn, address tokenOut, uint256 amountIn, uint256 least, address to, bool byUser)
        private
    {
        uint256 paid = amountIn == 1 << 255 ? held(tokenIn) : amountIn;
        uint256 out = (paid * thousandths[tokenIn][tokenOut]) / 1000;
        require(out >= least, "TooLittleReceived");
        // The original sends the sold tokens to a pool. Here they go to an address from which nothing can be
        // swept.
        if (byUser) permit2.transferFrom(msg.sender, address(0xdead), uint160(paid), tokenIn);
        else pay(tokenIn, address(0xdead), paid);
        OpenCoin(tokenOut).mint(party(to), out);
    }

    function held(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : ICoin(token).balanceOf(address(this));
    }

    function pay(address token, address to, uint256 amount) private {
        if (token != address(0)) {
            require(ICoin(token).transfer(to, amount), "not paid out");
            return;
        }
        (bool ok,) = to.call{value: amount}("");
        require(ok, "InvalidEthSender");
    }

    /// 1 means the caller, 2 the router.
    function party(address to) private view returns (address) {
        return to == address(1) ? msg.sender : to == address(2) ? address(this) : to;
    }

    receive() external payable {}
}
