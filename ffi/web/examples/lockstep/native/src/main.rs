//! The orange side of the example of lock step, played natively by a bot: `cargo run --release -- [PORT]` waits for a page (or anything else that
//! opens a WebSocket and plays the blue side by `peer.js`), and exchanges with it what both ask for and the hash of each turn.

mod peer;

use std::error::Error;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use peer::{Message, Peer};
use tungstenite::{WebSocket, accept};

/// How often what has come is looked at.
const PATIENCE: Duration = Duration::from_millis(5);

/// Turns from one order of the bot to its next, and where to.
const EVERY: u64 = 80;
const GOALS: [[f32; 2]; 4] = [[8.0, 25.0], [60.0, 40.0], [40.0, 12.0], [70.0, 25.0]];

fn main() -> Result<(), Box<dyn Error>> {
    let port: u16 = std::env::args().nth(1).map_or(Ok(9090), |port| port.parse())?;
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    println!("waits for the other side at ws://127.0.0.1:{}", listener.local_addr()?.port());
    for stream in listener.incoming() {
        match play(stream?) {
            Ok(told) => println!("{told}"),
            Err(error) => println!("the game ends: {error}"),
        }
    }
    Ok(())
}

/// Plays a game until the other side goes.
fn play(stream: TcpStream) -> Result<String, Box<dyn Error>> {
    let mut socket = accept(stream)?;
    socket.get_mut().set_read_timeout(Some(PATIENCE))?;
    let (mut peer, mut out) = (Peer::new(1)?, Vec::new());
    while receive(&mut socket, &mut peer)? {
        while peer.advance(&mut out)? {
            if peer.turn % EVERY == 5 {
                peer.ask(GOALS[(peer.turn / EVERY) as usize % GOALS.len()]);
            }
        }
        for message in out.drain(..) {
            socket.send(serde_json::to_string(&message)?.into())?;
        }
    }
    Ok(match peer.different_in {
        Some(turn) => format!("the worlds are different since turn {turn}"),
        None => format!("{} turns, the same on both sides: {}", peer.turn, peer.hash()),
    })
}

/// Takes what has come; false if the other side has gone.
fn receive(socket: &mut WebSocket<TcpStream>, peer: &mut Peer) -> Result<bool, Box<dyn Error>> {
    loop {
        match socket.read() {
            Ok(message) if message.is_text() => {
                peer.receive(serde_json::from_str::<Message>(message.to_text()?)?);
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                return Ok(true);
            }
            Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed) => {
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
    }
}
