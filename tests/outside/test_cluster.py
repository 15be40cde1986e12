# SPDX-License-Identifier: MIT
"""usage: tap.py test_cluster.py TALLY=COMMAND FIRMWARE=FOLDER

Suites on other people's engines: a job array of Slurm on two nodes, one of
which is ended in the middle, and GNU parallel with hosts behind sshd.  Nothing
is lost, nothing is measured twice, and all counts are those of one command.
The examples of examples/cluster are run as they are."""
import contextlib
import getpass
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TALLY = ''
FIRMWARE = ''
TIMEOUT = 180

SUITE = """
targets: [board:pb1176, board:lubbock, board:imx31]
metrics: [cpi]
options: {{s1: --jitter 1, s2: --jitter 2, s3: --jitter 3, s4: --jitter 4}}
repeat: 4
programs:
  crc32: "{firmware}/{{board}}/crc32.elf"
  sort: "{firmware}/{{board}}/sort.elf"
"""
JOBS = 24
# Nobody is asked who he is, and a task that lost its node begins anew at once.
SLURM = """
ClusterName=tally
SlurmctldHost=localhost
SlurmctldPort={ports[0]}
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SchedulerParameters=sched_interval=1,sched_min_interval=100000
SlurmdTimeout=3
KillWait=1
ReturnToService=2
NodeName=one NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1
NodeName=two NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1
PartitionName=all Nodes=one,two Default=YES State=UP
"""


def free_ports(count):
    with contextlib.ExitStack() as stack:
        return [stack.enter_context(socket.create_server(
            ('127.0.0.1', 0))).getsockname()[1] for _ in range(count)]


class Cluster(unittest.TestCase):
    by_one = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / 'suite.yaml').write_text(SUITE.format(
            firmware=os.path.abspath(FIRMWARE)), encoding='ascii')
        self.env = {**os.environ, 'TALLY': TALLY,
                    'PATH': f'{os.path.dirname(TALLY)}:{os.environ["PATH"]}'}

    def run_it(self, *words, **more):
        done = subprocess.run(words, cwd=self.folder, env=self.env, text=True,
                              capture_output=True, timeout=TIMEOUT,
                              check=False, **more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def start(self, *words):
        """A server, ended with all that it started."""
        log = tempfile.TemporaryFile(dir=self.folder)
        self.addCleanup(log.close)
        server = subprocess.Popen(words, cwd=self.folder, env=self.env,
                                  stdout=log, stderr=log,
                                  start_new_session=True)
        self.addCleanup(self.end, server)
        return server

    @staticmethod
    def end(server):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()

    def wait_for(self, wanted, what):
        end = time.monotonic() + TIMEOUT
        while not wanted():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.1)

    def records(self, name):
        return sorted((self.folder / name).glob('*.json'))

    def counts(self, name):
        found = {}
        for path in self.records(name):
            record = json.loads(path.read_text(encoding='utf-8'))
            found[path.name] = record['counts']
        self.assertEqual(len(found), JOBS)
        return found

    def whole(self):
        """The counts of one command: for both tests."""
        if not Cluster.by_one:
            self.run_it(TALLY, 'bench', '-o', 'whole', 'suite.yaml')
            Cluster.by_one = self.counts('whole')
        return Cluster.by_one

    def end_tasks(self, node):
        """Tasks have sessions of their own: they go as with a node that loses
        its power, and with each the step that looks after it."""
        for proc in pathlib.Path('/proc').glob('[0-9]*'):
            with contextlib.suppress(OSError):
                words = (proc / 'environ').read_bytes().split(b'\0')
                if f'SLURMD_NODENAME={node}'.encode() not in words or \
                        str(self.folder).encode() not in b' '.join(words):
                    continue
                parent = int((proc / 'stat').read_text().rsplit(')', 1)[
                    1].split()[1])
                step = pathlib.Path('/proc', str(parent), 'comm').read_text()
                os.kill(int(proc.name), signal.SIGKILL)
                if step.startswith('slurmstepd'):
                    os.kill(parent, signal.SIGKILL)

    def test_slurm(self):
        """A node is ended while its task runs, and comes back."""
        for program in 'slurmctld', 'slurmd', 'sbatch':
            if not shutil.which(program):
                self.skipTest(f'there is no {program} here')
        self.env['SLURM_CONF'] = str(self.folder / 'slurm.conf')
        (self.folder / 'state').mkdir()
        (self.folder / 'slurm.conf').write_text(SLURM.format(
            folder=self.folder, user=getpass.getuser(),
            ports=free_ports(3)), encoding='ascii')
        self.start('slurmctld', '-D')
        nodes = {name: self.start('slurmd', '-D', '-N', name)
                 for name in ('one', 'two')}
        self.wait_for(lambda: 'idle' in subprocess.run(
            ['sinfo', '-h', '-n', 'two', '-o', '%T'], env=self.env, text=True,
            capture_output=True, check=False).stdout, 'no node came up')
        self.run_it('sbatch', '--array=1-4', ROOT / 'examples/cluster/slurm.sh',
                    'suite.yaml', 'spread')
        self.wait_for(lambda: len(self.records('spread')) > 2,
                      'nothing was measured')
        stamps = {path: path.stat().st_mtime_ns
                  for path in self.records('spread')}
        self.end(nodes['two'])
        self.end_tasks('two')
        nodes['two'] = self.start('slurmd', '-D', '-N', 'two')
        self.wait_for(lambda: not self.run_it('squeue', '-h').strip(),
                      'the array did not end')
        self.assertEqual(self.counts('spread'), self.whole())
        # What was there before the fault was not measured again.
        self.assertEqual(stamps, {path: path.stat().st_mtime_ns
                                  for path in stamps})

    def host(self, name, port):
        """This computer as a host of that name, whose keys are made here."""
        (self.folder / f'{name}.conf').write_text(
            f'Port {port}\nListenAddress 127.0.0.1\nStrictModes no\n'
            f'HostKey {self.folder}/key\nUsePAM no\nPidFile none\n'
            f'AuthorizedKeysFile {self.folder}/key.pub\n', encoding='ascii')
        with (self.folder / 'ssh.conf').open('a', encoding='ascii') as file:
            file.write(f'Host {name}\nHostName 127.0.0.1\nPort {port}\n'
                       f'IdentityFile {self.folder}/key\n'
                       'StrictHostKeyChecking no\nLogLevel ERROR\n'
                       f'UserKnownHostsFile {self.folder}/known\n')
        return self.start(shutil.which('sshd', path='/usr/sbin:/sbin'), '-D',
                          '-f', f'{self.folder}/{name}.conf')

    def test_parallel(self):
        """Two hosts and this computer; one host is gone after a while."""
        if not shutil.which('parallel') or \
                not shutil.which('sshd', path='/usr/sbin:/sbin'):
            self.skipTest('there is no GNU parallel, or no sshd')
        if os.geteuid() == 0:
            pathlib.Path('/run/sshd').mkdir(exist_ok=True)
        self.run_it('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f',
                    'key')
        hosts = [self.host(name, port) for name, port in
                 zip(('first', 'second'), free_ports(2))]
        (self.folder / 'hosts').write_text(''.join(
            f'1/ssh -F {self.folder}/ssh.conf {name}\n'
            for name in ('first', 'second')), encoding='ascii')
        with subprocess.Popen(
                [ROOT / 'examples/cluster/parallel.sh', 'suite.yaml', 'spread',
                 'hosts'], cwd=self.folder, env=self.env,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                text=True) as p:
            self.wait_for(lambda: len(self.records('spread')) > 2,
                          'nothing was measured')
            self.end(hosts[0])
            said = p.communicate(timeout=TIMEOUT)[1]
        self.assertEqual((p.returncode, said), (0, ''))
        self.assertEqual(self.counts('spread'), self.whole())


if __name__ == '__main__':
    unittest.main()
